'use client';

import { useState } from 'react';
import type { KeptKey } from '../../verify/keyring.ts';
import type { Keyring } from '../../verify/use-keyring.ts';
import { shortId } from '../../words/count.ts';
import { AddKey } from './add-key.tsx';
import { KeptKeyItem } from './kept-key.tsx';
import { ServerKeys } from './server-keys.tsx';
import classes from './keyring.module.css';

/** What was last done to a key, and how it was before. */
interface Done {
  readonly before: KeptKey;
  /** The mark it got; null: it is no longer trusted. */
  readonly since: string | null;
}

/** The keys this reader trusts: theirs to add, to mark and to take away, kept in this browser only. */
export function KeyringPanel({ keyring, named }: { keyring: Keyring; named: string | null }) {
  const [done, setDone] = useState<Done | null>(null);
  const now = keyring.keys.find(({ keyId }) => keyId === done?.before.keyId);
  // What came after it is not undone with it.
  const stands = done !== null && (done.since === null ? now === undefined : now?.compromisedAt === done.since);
  return (
    <section className={`${classes.panel ?? ''} no-print`} aria-label="Trusted keys">
      <h2>Keys you trust</h2>
      {keyring.keys.length === 0 && (
        <p className={classes.none}>None yet. Without one, nobody vouches for who sealed a record.</p>
      )}
      <ul className={classes.keys}>
        {keyring.keys.map((key) => (
          <KeptKeyItem
            key={key.keyId}
            kept={key}
            named={key.keyId === named}
            stop={() => {
              keyring.distrust(key.keyId);
              setDone({ before: key, since: null });
            }}
            mark={(since) => {
              keyring.mark(key.keyId, since);
              setDone({ before: key, since });
            }}
          />
        ))}
      </ul>
      <div role="status">
        {stands && (
          <p className={classes.gone}>
            {done.since === null ? 'No longer trusted' : 'Marked as compromised'}:{' '}
            <code>{shortId(done.before.keyId)}</code>{' '}
            <button type="button" className={classes.forget} autoFocus onClick={() => keyring.restore(done.before)}>
              Undo
            </button>
          </p>
        )}
      </div>
      <ServerKeys keyring={keyring} />
      <AddKey keyring={keyring} />
    </section>
  );
}
