import type { Principal } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import classes from './admin.module.css';

/** Who the reader is to this server, and how access is given: never over the web. */
export function AccessNote({ principal }: { principal: Principal }) {
  const { name, principal: id, workspaces, expiresAt } = principal;
  return (
    <section className={classes.part} aria-labelledby="access">
      <h2 id="access">Access</h2>
      <p>
        You are {name} (<code>{id}</code>), with {workspaces === null ? 'every workspace' : workspaces.join(', ')}
        {expiresAt !== null && `, signed in until ${clock(expiresAt)}`}.
      </p>
      <p className={classes.dim}>
        Access keys are made and withdrawn on the server, not over the web:{' '}
        <code>node apps/api/dist/admin-main.js create-key --name &quot;…&quot; [--workspace …]</code>. Who sees every
        workspace decides what is kept.
      </p>
    </section>
  );
}
