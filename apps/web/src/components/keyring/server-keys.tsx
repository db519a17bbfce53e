'use client';

import { Button } from '../control/button.tsx';
import { useServerKeys } from '../../api/use-catalogue.ts';
import type { Keyring } from '../../verify/use-keyring.ts';
import { Identifier } from '../identifier/identifier.tsx';
import classes from './keyring.module.css';

/** Keys the server says are its own, offered and never taken for granted. */
export function ServerKeys({ keyring }: { keyring: Keyring }) {
  const keys = useServerKeys();
  const unknown =
    keys.data?.filter((key) => !keyring.keys.some(({ publicKeyHex }) => publicKeyHex === key.publicKeyHex)) ?? [];
  return unknown.map((key) => (
    <div key={key.keyId} className={classes.offer}>
      <div>
        <Identifier value={key.keyId} what="key id" show="whole" />
        <p>The server says it seals with this key. Compare it with what you got another way before you trust it.</p>
      </div>
      <Button size="xs" variant="default" onClick={() => keyring.trust(key.publicKeyHex, 'server')}>
        Trust this key
      </Button>
    </div>
  ));
}
