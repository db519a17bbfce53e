'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { TextInput } from '../control/text-input.tsx';
import { useSetRetention } from '../../api/use-retention.ts';
import { ErrorState } from '../state/error-state.tsx';
import { RetentionEffect } from './retention-effect.tsx';
import classes from './admin.module.css';

const EMPTY = { workspace: '', days: '', reason: '' };

/** Sets how long a workspace keeps content; empty days take its rule away. */
export function RetentionForm() {
  const [asked, setAsked] = useState(EMPTY);
  const set = useSetRetention();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { workspace, days, reason } = asked;
    set.mutate(
      { workspace: workspace.trim(), days: days.trim() === '' ? null : Number(days), reason: reason.trim() },
      { onSuccess: () => setAsked(EMPTY) },
    );
  };
  const whole = asked.workspace.trim() !== '' && asked.reason.trim() !== '';
  return (
    <details className={classes.act}>
      <summary>Set a rule</summary>
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          label="Workspace"
          value={asked.workspace}
          onChange={(event) => setAsked({ ...asked, workspace: event.currentTarget.value })}
          required
        />
        <TextInput
          label="Days after the seal"
          description="Empty: without limit. Runs under a legal hold are passed over"
          inputMode="numeric"
          value={asked.days}
          onChange={(event) => setAsked({ ...asked, days: event.currentTarget.value })}
        />
        <TextInput
          label="Why"
          description="Stands in the ledger for ever, with your name; no personal data"
          value={asked.reason}
          onChange={(event) => setAsked({ ...asked, reason: event.currentTarget.value })}
          maxLength={900}
          required
        />
        <RetentionEffect workspace={asked.workspace.trim()} days={asked.days.trim()} />
        <Button type="submit" loading={set.isPending} disabled={!whole}>
          Set the rule
        </Button>
      </form>
      {set.isError && <ErrorState error={set.error} />}
    </details>
  );
}
