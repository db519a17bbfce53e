'use client';

import { useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { Textarea } from '../control/textarea.tsx';
import { useDecide } from '../../api/use-approvals.ts';
import type { ApprovalDetail } from '../../api/wire.ts';
import { useKeys } from '../keys/use-keys.ts';
import { ErrorState } from '../state/error-state.tsx';
import classes from './approval.module.css';

type Choice = 'approve' | 'deny';

/** Approve or deny, with the reason that goes onto the record. A key opens the form; it never decides. */
export function DecisionForm({ approval }: { approval: ApprovalDetail }) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [reason, setReason] = useState('');
  const decide = useDecide(approval.approval);
  const open = (next: Choice) => (): void => setChoice(next);
  useKeys({ a: open('approve'), d: open('deny') });
  const submit = (event?: SubmitEvent): void => {
    event?.preventDefault();
    if (choice === null || reason.trim() === '') return;
    decide.mutate({ decision: choice, reason: reason.trim(), argumentsCommitment: approval.argumentsCommitment });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setChoice(null);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <div className={classes.decide}>
      <div className={classes.choices}>
        <Button onClick={open('approve')} variant={choice === 'approve' ? 'filled' : 'default'}>
          Approve … <kbd>a</kbd>
        </Button>
        <Button onClick={open('deny')} variant={choice === 'deny' ? 'filled' : 'default'}>
          Deny … <kbd>d</kbd>
        </Button>
      </div>
      {approval.ownGoal && (
        <p>
          <span className={classes.alarm}>▲ Your own goal</span> You asked for this goal. A decision of yours counts,
          and the record names it a self-approval.
        </p>
      )}
      {choice !== null && (
        <form key={choice} onSubmit={submit} onKeyDown={press} className={classes.form}>
          <Textarea
            label={choice === 'approve' ? 'Why may this be done?' : 'Why must this not be done?'}
            description="Goes onto the record, with your name and the arguments shown below. A decision stands."
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={1000}
            rows={2}
            required
            autoFocus
          />
          <Button type="submit" loading={decide.isPending} disabled={reason.trim() === ''}>
            {choice === 'approve' ? 'Approve this call' : 'Deny this call'}
          </Button>
        </form>
      )}
      {decide.isError && <ErrorState error={decide.error} />}
    </div>
  );
}
