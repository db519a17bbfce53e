import type { SeenState } from '../../verify/use-seen-head.ts';
import { count } from '../../words/count.ts';
import { clock } from '../../words/time.ts';
import { VerdictMark } from '../verdict/verdict-mark.tsx';
import classes from './ledger.module.css';

/** Whether the ledger only grew since this browser last saw it: computed here, with what is kept here. */
export function ConsistencyCheck({ seen }: { seen: SeenState }) {
  switch (seen.state) {
    case 'none':
    case 'checking':
      return <p className={classes.dim}>Nothing to compare yet.</p>;
    case 'first':
      return (
        <p data-check="first">
          This browser sees this ledger for the first time. Its head of {count(seen.head.size, 'entry', 'entries')} is
          kept here, and at each later visit the ledger has to prove that it only grew from it.
        </p>
      );
    case 'unproved':
      return (
        <p className={classes.check} data-check="failed" role="alert">
          <VerdictMark state="fail" /> No proof came that the ledger grew from the{' '}
          {count(seen.before.size, 'entry', 'entries')} seen {clock(seen.before.seenAt)}: {seen.error.message}
        </p>
      );
    case 'checked':
      return seen.check.state === 'failed' ? (
        <p className={classes.check} data-check="failed" role="alert">
          <VerdictMark state="fail" /> {seen.check.sentence} This browser saw{' '}
          {count(seen.before.size, 'entry', 'entries')} {clock(seen.before.seenAt)} and keeps that head. Keep what you
          have, and ask the operator and the witnesses.
        </p>
      ) : (
        <p className={classes.check} data-check={seen.check.state}>
          <VerdictMark state="pass" />
          {seen.check.state === 'same'
            ? `The same head as this browser saw ${clock(seen.before.seenAt)}.`
            : `Only grew since this browser saw ${count(seen.before.size, 'entry', 'entries')} ${clock(seen.before.seenAt)}. Proof checked here.`}
        </p>
      );
  }
}
