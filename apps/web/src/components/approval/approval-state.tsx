import type { ApprovalState } from '../../api/wire.ts';
import classes from './approval.module.css';

const WORDS: Readonly<Record<ApprovalState, string>> = {
  pending: 'waiting',
  approved: 'approved',
  denied: 'denied',
  expired: 'expired, refused',
  withdrawn: 'withdrawn',
};

/** State in words. Only what waits is loud. */
export function ApprovalStateLabel({ state }: { state: ApprovalState }) {
  return <span className={state === 'pending' ? classes.alarm : classes.dim}>{WORDS[state]}</span>;
}
