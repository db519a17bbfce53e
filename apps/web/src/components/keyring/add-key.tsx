'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { Textarea } from '../control/textarea.tsx';
import { keysInText, marksAKey } from '../../verify/keyring.ts';
import type { Keyring } from '../../verify/use-keyring.ts';
import classes from './keyring.module.css';

const NO_KEY = 'There is no public key in this text. Paste a key id (ed25519:…), 64 hex digits, or a keys.json.';
const MARKED =
  'This text says that a key may be in the hands of others (compromisedAt). Paste the ids of those you trust, without it; what that key sealed is judged by “runseal verify --keys”.';

/** Takes keys the reader got another way: a key id, hex digits, or the text of a keys.json. */
export function AddKey({ keyring }: { keyring: Keyring }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const keys = marksAKey(text) ? [] : keysInText(text);
    setError(keys.length > 0 ? null : marksAKey(text) ? MARKED : NO_KEY);
    for (const key of keys) keyring.trust(key, 'pasted');
    if (keys.length > 0) setText('');
  };
  return (
    <form onSubmit={submit} className={classes.add}>
      <Textarea
        label="Add a key you got another way"
        description="A key id (ed25519:…), 64 hex digits, or the text of a keys.json"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error}
        rows={1}
        spellCheck={false}
        mono
      />
      <Button type="submit" size="xs" variant="default" disabled={text.trim() === ''}>
        Trust it
      </Button>
    </form>
  );
}
