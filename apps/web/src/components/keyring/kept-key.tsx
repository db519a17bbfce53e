'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { TextInput } from '../control/text-input.tsx';
import { Identifier } from '../identifier/identifier.tsx';
import { dayOf, instantOf } from '../runs-list/days.ts';
import type { KeptKey } from '../../verify/keyring.ts';
import { clock } from '../../words/time.ts';
import classes from './keyring.module.css';

const ORIGIN = { pasted: 'brought by you', server: 'taken on the word of the server' } as const;

interface Props {
  readonly kept: KeptKey;
  readonly named: boolean;
  readonly stop: () => void;
  readonly mark: (since: string) => void;
}

/** One trusted key: how it came here, what speaks against it, and what can be done about it. */
export function KeptKeyItem({ kept, named, stop, mark }: Props) {
  const { keyId, from, trustedAt, compromisedAt } = kept;
  return (
    <li data-marked={compromisedAt !== undefined || undefined}>
      <Identifier value={keyId} what="key id" />
      {compromisedAt !== undefined && (
        <p className={classes.mark}>
          <span className={classes.alarm}>▲ Compromised</span> Others may have had it since {clock(compromisedAt)}: what
          it sealed counts only where somebody you trust saw it before.
        </p>
      )}
      <span className={classes.origin}>
        {ORIGIN[from]}, {clock(trustedAt)}
        {named ? ' · named by this record' : ''}
      </span>
      {compromisedAt === undefined && <MarkForm mark={mark} />}
      <button type="button" className={classes.forget} onClick={stop}>
        {compromisedAt === undefined ? 'Stop trusting' : 'Forget the key and its mark'}
      </button>
    </li>
  );
}

function MarkForm({ mark }: Pick<Props, 'mark'>) {
  const today = dayOf(new Date().toISOString());
  const [day, setDay] = useState(today);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (day !== '' && day <= today) mark(instantOf(day));
  };
  return (
    <details>
      <summary className={classes.forget}>Mark as compromised</summary>
      <form onSubmit={submit} className={classes.add}>
        <TextInput
          type="date"
          label="Others may have it since"
          description="What it sealed counts then only where a witness or a time authority had seen it before that day"
          value={day}
          max={today}
          onChange={(event) => setDay(event.currentTarget.value)}
          required
        />
        <Button type="submit" size="xs" variant="default">
          Mark it
        </Button>
      </form>
    </details>
  );
}
