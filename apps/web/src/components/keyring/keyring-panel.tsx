'use client';

import type { Keyring } from '../../verify/use-keyring.ts';
import { clock } from '../../words/time.ts';
import { Identifier } from '../identifier/identifier.tsx';
import { AddKey } from './add-key.tsx';
import { ServerKeys } from './server-keys.tsx';
import classes from './keyring.module.css';

const ORIGIN = { pasted: 'brought by you', server: 'taken on the word of the server' } as const;

/** The keys this reader trusts: theirs to add and to take away, kept in this browser only. */
export function KeyringPanel({ keyring, named }: { keyring: Keyring; named: string | null }) {
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
            <button type="button" className={classes.forget} onClick={() => keyring.distrust(key.keyId)}>
              Stop trusting
            </button>
          </li>
        ))}
      </ul>
      <ServerKeys keyring={keyring} />
      <AddKey keyring={keyring} />
    </section>
  );
}
