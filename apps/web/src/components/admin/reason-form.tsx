'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { TextInput } from '../control/text-input.tsx';
import classes from './admin.module.css';

interface Props {
  readonly summary: string;
  /** Ask for the legal ground too. */
  readonly basis?: true;
  readonly busy: boolean;
  readonly onSubmit: (said: { readonly reason: string; readonly basis: string }) => void;
}

/** Why something is decided: it stands in the ledger for ever. */
export function ReasonForm({ summary, basis, busy, onSubmit }: Props) {
  const [said, setSaid] = useState({ reason: '', basis: '' });
  const whole = said.reason.trim() !== '' && (basis === undefined || said.basis.trim() !== '');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (whole) onSubmit({ reason: said.reason.trim(), basis: said.basis.trim() });
  };
  return (
    <details className={classes.act}>
      <summary>{summary}</summary>
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          label="Why"
          description="Stands in the ledger for ever, with your name; no personal data"
          value={said.reason}
          onChange={(event) => setSaid({ ...said, reason: event.currentTarget.value })}
          maxLength={basis === undefined ? 1000 : 600}
          required
        />
        {basis !== undefined && (
          <TextInput
            label="On which legal ground"
            value={said.basis}
            onChange={(event) => setSaid({ ...said, basis: event.currentTarget.value })}
            maxLength={200}
            required
          />
        )}
        <Button type="submit" loading={busy} disabled={!whole}>
          {summary}
        </Button>
      </form>
    </details>
  );
}
