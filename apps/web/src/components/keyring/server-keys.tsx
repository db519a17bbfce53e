'use client';

import { Button } from '../control/button.tsx';
import { useServerKeys } from '../../api/use-catalogue.ts';
import type { KeyView } from '../../api/wire.ts';
import { withMark } from '../../verify/keyring.ts';
import type { Keyring } from '../../verify/use-keyring.ts';
import { clock } from '../../words/time.ts';
import { Identifier } from '../identifier/identifier.tsx';
import classes from './keyring.module.css';

/** Keys the server says are its own, offered and never taken for granted; and what it says of keys that are trusted here. */
export function ServerKeys({ keyring }: { keyring: Keyring }) {
  const keys = useServerKeys().data ?? [];
  const kept = (key: KeyView) => keyring.keys.find(({ publicKeyHex }) => publicKeyHex === key.publicKeyHex);
  return (
    <>
      {keys.map((key) => (kept(key) === undefined ? <Offer key={key.keyId} of={key} keyring={keyring} /> : null))}
      <MarksOfServer keyring={keyring} />
    </>
  );
}

/** What the server says against keys that the reader trusts. Its word is the reader's to take; a reader who does not see it cannot. */
export function MarksOfServer({ keyring }: { keyring: Keyring }) {
  const keys = useServerKeys().data ?? [];
  const news = keys.flatMap(({ keyId, compromisedAt }) => {
    const kept = keyring.keys.find((key) => key.keyId === keyId);
    if (kept === undefined || compromisedAt === null || withMark(kept, { compromisedAt }) === kept) return [];
    return [{ keyId, compromisedAt }];
  });
  return news.map(({ keyId, compromisedAt }) => (
    <div key={keyId} className={classes.offer} data-mark-of-server>
      <div>
        <span className={classes.alarm}>▲ A key you trust</span>
        <Identifier value={keyId} what="key id" />
        <p>
          The server says that others may have had it since {clock(compromisedAt)}. Until you keep that mark, what they
          sealed with it passes here.
        </p>
      </div>
      <Button size="xs" onClick={() => keyring.mark(keyId, compromisedAt)}>
        Keep this mark
      </Button>
    </div>
  ));
}

function Offer({ of: key, keyring }: { of: KeyView; keyring: Keyring }) {
  const mark = key.compromisedAt === null ? {} : { compromisedAt: key.compromisedAt };
  return (
    <div className={classes.offer}>
      <div>
        <Identifier value={key.keyId} what="key id" show="whole" />
        <p>{saidOf(key)} Compare it with what you got another way before you trust it.</p>
      </div>
      <Button
        size="xs"
        variant="default"
        onClick={() => keyring.trust([{ publicKeyHex: key.publicKeyHex, ...mark }], 'server')}
      >
        {key.compromisedAt === null ? 'Trust this key' : 'Trust it with its mark'}
      </Button>
    </div>
  );
}

function saidOf({ compromisedAt, retiredAt }: KeyView): string {
  if (compromisedAt !== null)
    return `The server says it sealed with this key, and that others may have had it since ${clock(compromisedAt)}: what it sealed counts only where somebody saw it before.`;
  if (retiredAt !== null) return `The server says it sealed with this key until ${clock(retiredAt)}.`;
  return 'The server says it seals with this key.';
}
