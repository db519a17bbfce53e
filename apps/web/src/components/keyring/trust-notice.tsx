'use client';

import Link from 'next/link';
import type { Keyring } from '../../verify/use-keyring.ts';
import { MarksOfServer, ServerKeys } from './server-keys.tsx';
import classes from './keyring.module.css';

/** Shown beside a record whose key the reader does not trust: what that means, and how to come to trust it. Of one that is trusted, what speaks against it. */
export function TrustNotice({ keyring, named }: { keyring: Keyring; named: string | null }) {
  if (named === null) return null;
  if (keyring.keys.some(({ keyId }) => keyId === named)) return <MarksOfServer keyring={keyring} />;
  return (
    <section className={`${classes.notice ?? ''} no-print`} aria-label="Key not trusted here">
      <p>
        <span className={classes.alarm}>▲ No key of yours</span> You do not trust the key this record names, so nothing
        here says who sealed it. <Link href="/verify">Add a key</Link> you got another way, or decide about what the
        server says:
      </p>
      <ServerKeys keyring={keyring} />
    </section>
  );
}
