'use client';

import Link from 'next/link';
import { useApproval } from '../../api/use-approvals.ts';
import type { ApprovalDetail } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import { Name } from '../said/name.tsx';
import { Said } from '../said/said.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { ApprovalStateLabel } from './approval-state.tsx';
import { AboutCall } from './about-call.tsx';
import { ArgumentsView } from './arguments-view.tsx';
import { Deadline } from './deadline.tsx';
import { DecisionForm } from './decision-form.tsx';
import { DecisionsList } from './decisions-list.tsx';
import classes from './approval.module.css';

/** One approval: what would be done, for which run, until when, and the decision. */
export function ApprovalPanel({ approval }: { approval: string }) {
  const { data, error, isError, refetch } = useApproval(approval);
  if (isError && data === undefined) return <ErrorState error={error} retry={refetch} />;
  if (data === undefined) return <RowSkeleton rows={6} />;
  return (
    <article className={classes.panel} data-state={data.state}>
      <h2 className={classes.title}>
        <Name text={data.action} /> <AboutCall approval={data} />
      </h2>
      <p className={classes.foot}>
        <ApprovalStateLabel state={data.state} />
        {data.state === 'pending' && <Deadline expiresAt={data.expiresAt} />}
        <span>
          <Name text={agreement(data)} />
        </span>
      </p>
      <p>
        Call {data.call} of{' '}
        <Link href={`/runs/${data.run}`}>
          <Said text={data.objective.split('\n')[0] ?? ''} />
        </Link>
        , driven by {data.harness} in {data.workspace}, asked for by <Name text={data.principal} />. Waiting since{' '}
        {clock(data.requestedAt)}.
      </p>
      {data.mayDecide && <DecisionForm key={data.approval} approval={data} />}
      {data.state === 'pending' && !data.mayDecide && <p className={classes.dim}>{whyNot(data)}</p>}
      <DecisionsList decisions={data.decisions} />
      <ArgumentsView approval={data} />
    </article>
  );
}

function agreement({ required, decisions, of }: ApprovalDetail): string {
  const agreed = decisions.filter(({ decision }) => decision === 'approve').length;
  const who = of.length === 0 ? 'anybody in the workspace' : of.join(', ');
  return `${String(agreed)} of ${String(required)} agreed; may decide: ${who}`;
}

/** Why a waiting call is not the reader's to decide. */
const whyNot = ({ of, decisions }: ApprovalDetail): string =>
  decisions.length > 0 && of.length === 0
    ? 'You have decided; it waits for others.'
    : 'It waits for the people named above.';
