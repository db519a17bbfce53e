'use client';

import { useState } from 'react';
import type { KeptKey } from '../../verify/keyring.ts';
import type { Keyring } from '../../verify/use-keyring.ts';
import { shortId } from '../../words/count.ts';
import { clock } from '../../words/time.ts';
import { Identifier } from '../identifier/identifier.tsx';
import { AddKey } from './add-key.tsx';
import { ServerKeys } from './server-keys.tsx';
import classes from './keyring.module.css';

const ORIGIN = { pasted: 'brought by you', server: 'taken on the word of the server' } as const;

/** The keys this reader trusts: theirs to add and to take away, kept in this browser only. */
export function KeyringPanel({ keyring, named }: { keyring: Keyring; named: string | null }) {
  const [gone, setGone] = useState<KeptKey | null>(null);
  const stop = (key: KeptKey): void => {
    keyring.distrust(key.keyId);
    setGone(key);
  };
  return (
    <section className={`${classes.panel ?? ''} no-print`} aria-label="Trusted keys">
      <h2>Keys you trust</h2>
      {keyring.keys.length === 0 && (
        <p className={classes.none}>None yet. Without one, nobody vouches for who sealed a record.</p>
      )}
      <ul className={classes.keys}>
        {keyring.keys.map((key) => (
          <li key={key.keyId}>
            <Identifier value={key.keyId} what="key id" />
            <span className={classes.origin}>
              {ORIGIN[key.from]}, {clock(key.trustedAt)}
              {key.keyId === named ? ' · named by this record' : ''}
            </span>
            <button type="button" className={classes.forget} onClick={() => stop(key)}>
              Stop trusting
            </button>
          </li>
        ))}
      </ul>
      <div role="status">
        {gone !== null && !keyring.keys.some(({ keyId }) => keyId === gone.keyId) && (
          <p className={classes.gone}>
            No longer trusted: <code>{shortId(gone.keyId)}</code>{' '}
            <button type="button" className={classes.forget} autoFocus onClick={() => keyring.restore(gone)}>
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
