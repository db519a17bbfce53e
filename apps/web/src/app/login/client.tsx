'use client';

import { useState, type SubmitEvent } from 'react';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { Button } from '../../components/control/button.tsx';
import { Checkbox } from '../../components/control/tick.tsx';
import { TextInput } from '../../components/control/text-input.tsx';
import { useSignIn } from '../../api/use-session.ts';
import { Brand } from '../../components/shell/brand.tsx';
import { nextPath } from './next-path.ts';
import classes from './login.module.css';

/** Takes the access key, once; afterwards a session cookie that scripts cannot read stands for it. */
export function LoginClient() {
  const [key, setKey] = useState('');
  const [shown, setShown] = useState(false);
  const signIn = useSignIn();
  const router = useRouter();
  const next = nextPath(useSearchParams().get('next'));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    signIn.mutate(key.trim(), { onSuccess: () => router.replace(next) });
  };
  return (
    <main className={classes.login}>
      <Brand />
      <h1>Sign in</h1>
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          type={shown ? 'text' : 'password'}
          label="Access key"
          description="Printed by npm start when it first ran; it begins with rsk_."
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={signIn.error?.message}
          autoComplete="current-password"
          spellCheck={false}
          autoFocus
          required
        />
        <Checkbox label="Show the key" checked={shown} onChange={() => setShown(!shown)} />
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
      <p className={classes.note}>
        Only here to check a record somebody gave you? <Link href="/verify">Verify it</Link> without signing in; it
        never leaves this browser.
      </p>
    </main>
  );
}
