'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { Textarea } from '../control/textarea.tsx';
import { keysInText } from '../../verify/keys-in-text.ts';
import type { Keyring } from '../../verify/use-keyring.ts';
import classes from './keyring.module.css';

/** Takes keys the reader got another way: a key id, hex digits, or the text of a keys.json. */
export function AddKey({ keyring }: { keyring: Keyring }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const keys = keysInText(text);
    setError(typeof keys === 'string' ? keys : null);
    if (typeof keys === 'string') return;
    keyring.trust(keys, 'pasted');
    setText('');
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
