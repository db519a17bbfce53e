import type { DecisionView } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import { Name } from '../said/name.tsx';
import { Said } from '../said/said.tsx';
import classes from './approval.module.css';

/** Who decided what, when and why. Whoever agreed to their own goal is named as that. */
export function DecisionsList({ decisions }: { decisions: readonly DecisionView[] }) {
  if (decisions.length === 0) return null;
  return (
    <ul className={classes.decisions} aria-label="Decisions">
      {decisions.map((decision) => (
        <li key={decision.principal}>
          <p>
            <strong>{decision.decision === 'approve' ? 'Approved' : 'Denied'}</strong> by{' '}
            <Name text={decision.principal} />,{clock(decision.decidedAt)}{' '}
            {decision.selfApproval && <span className={classes.alarm}>▲ self-approval</span>}
          </p>
          <p className={classes.said}>
            <Said text={decision.reason} />
          </p>
        </li>
      ))}
    </ul>
  );
}
