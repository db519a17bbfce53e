'use client';

import { Button } from '../control/button.tsx';
import { useDecideKeeping } from '../../api/use-retention.ts';
import type { PruneView } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import { ErrorState } from '../state/error-state.tsx';
import { ReasonForm } from './reason-form.tsx';
import classes from './admin.module.css';

interface Props {
  readonly run: string;
  readonly prune: PruneView | null;
  readonly held: boolean;
  readonly admin: boolean;
}

/** Removing a run for ever: one asks, another agrees. */
export function PrunePart({ run, prune, held, admin }: Props) {
  const decide = useDecideKeeping(run);
  return (
    <div data-prune={prune === null ? 'none' : prune.confirmedAt === null ? 'asked' : 'done'}>
      <h3>{titleOf(prune)}</h3>
      {prune !== null && (
        <p>
          Asked by {prune.requestedBy}, {clock(prune.requestedAt)}: <span className={classes.said}>{prune.reason}</span>{' '}
          ({prune.legalBasis}).{' '}
          {prune.confirmedAt !== null && `Agreed to by ${prune.confirmedBy ?? ''}, ${clock(prune.confirmedAt)}.`}
        </p>
      )}
      {admin && held && prune?.confirmedAt == null && (
        <p className={classes.dim}>While the hold stands, it cannot be removed.</p>
      )}
      {admin && !held && prune === null && (
        <ReasonForm
          summary="Ask to remove it"
          basis
          busy={decide.isPending}
          onSubmit={({ reason, basis }) => decide.mutate({ kind: 'prune', reason, legalBasis: basis })}
        />
      )}
      {admin && !held && prune !== null && prune.confirmedAt === null && (
        <p>
          <Button
            variant="default"
            loading={decide.isPending}
            onClick={() => {
              if (window.confirm('Remove the events and contents of this run for ever?'))
                decide.mutate({ kind: 'confirm' });
            }}
          >
            Agree, and remove it for ever
          </Button>
        </p>
      )}
      {decide.isError && <ErrorState error={decide.error} />}
    </div>
  );
}

function titleOf(prune: PruneView | null): string {
  if (prune === null) return 'Nobody asked to remove it';
  return prune.confirmedAt === null
    ? 'Somebody asked to remove it; somebody else has to agree'
    : 'Removed for ever; its seal stays in the ledger';
}
