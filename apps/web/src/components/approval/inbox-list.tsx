import Link from 'next/link';
import type { ApprovalView } from '../../api/wire.ts';
import { Name } from '../said/name.tsx';
import { Said } from '../said/said.tsx';
import { WhenCell } from '../table/cells/when-cell.tsx';
import { AboutCall } from './about-call.tsx';
import { ApprovalStateLabel } from './approval-state.tsx';
import { Deadline } from './deadline.tsx';
import classes from './approval.module.css';

interface Props {
  readonly approvals: readonly ApprovalView[];
  readonly openId: string | null;
  readonly hrefOf: (approval: string) => string;
}

/** What waits, then what was decided: one line for the act, one for the run behind it. */
export function InboxList({ approvals, openId, hrefOf }: Props) {
  return (
    <ul className={classes.inbox} aria-label="Approvals">
      {approvals.map((approval) => (
        <li key={approval.approval}>
          <Link
            href={hrefOf(approval.approval)}
            scroll={false}
            aria-current={approval.approval === openId ? 'true' : undefined}
            data-approval={approval.approval}
          >
            <span className={classes.act}>
              <Name text={approval.action} /> <AboutCall approval={approval} />
            </span>
            <span className={classes.dim}>
              <Said text={approval.objective.split('\n')[0] ?? ''} />
            </span>
            <span className={classes.foot}>
              <ApprovalStateLabel state={approval.state} />
              {approval.state === 'pending' ? (
                <Deadline expiresAt={approval.expiresAt} />
              ) : (
                <WhenCell iso={approval.requestedAt} />
              )}
              {approval.state === 'pending' && !approval.mayDecide && <span>not yours to decide</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
