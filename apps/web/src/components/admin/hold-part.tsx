'use client';

import { useDecideKeeping } from '../../api/use-retention.ts';
import type { HoldList } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import { ErrorState } from '../state/error-state.tsx';
import { ReasonForm } from './reason-form.tsx';
import classes from './admin.module.css';

/** The holds of a run, newest as it is told, and placing or lifting one. */
export function HoldPart({ run, holds, admin }: { run: string; holds: HoldList; admin: boolean }) {
  const decide = useDecideKeeping(run);
  return (
    <div data-held={holds.held}>
      <h3>{holds.held ? 'A legal hold stands: nothing of this run is erased or removed' : 'No legal hold stands'}</h3>
      <ul className={classes.history}>
        {holds.items.map((hold) => (
          <li key={hold.id}>
            Placed by {hold.placedBy}, {clock(hold.placedAt)}: <span className={classes.said}>{hold.reason}</span>
            {hold.liftedAt !== null && (
              <>
                <br />
                Lifted by {hold.liftedBy}, {clock(hold.liftedAt)}:{' '}
                <span className={classes.said}>{hold.liftReason}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {admin && (
        <ReasonForm
          key={String(holds.held)}
          summary={holds.held ? 'Lift the hold' : 'Place a hold'}
          busy={decide.isPending}
          onSubmit={({ reason }) => decide.mutate({ kind: holds.held ? 'lift' : 'hold', reason })}
        />
      )}
      {decide.isError && <ErrorState error={decide.error} />}
    </div>
  );
}
