import type { LedgerView } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import { clock } from '../../words/time.ts';
import { Identifier } from '../identifier/identifier.tsx';
import classes from './ledger.module.css';

/** Head of the ledger and who besides the operator stands for it. Nobody is said loudly. */
export function LedgerHead({ ledger }: { ledger: LedgerView }) {
  const { head, witnesses, quorum, origin, lag } = ledger;
  if (head === null)
    return <p className={classes.dim}>Nothing is in the ledger yet. Its first entry comes with the first run.</p>;
  return (
    <div className={classes.head}>
      <p>
        {count(head.size, 'entry', 'entries')}, signed by the operator as <code>{origin}</code> at{' '}
        {clock(head.signedAt)}.{lag.pending > 0 && ` ${count(lag.pending, 'more waits', 'more wait')} to be written.`}
      </p>
      <p>
        root <Identifier value={head.root} what="root of the ledger" />
      </p>
      {head.cosignatures.length === 0 ? (
        <p data-witnessed="no">
          <span className={classes.alarm}>▲ Unwitnessed</span>{' '}
          {witnesses.length === 0
            ? 'No witness is configured. Only the operator vouches for this ledger, and could show others another one.'
            : `None of ${count(witnesses.length, 'witness', 'witnesses')} has cosigned this head.`}
        </p>
      ) : (
        <p data-witnessed="yes">
          Cosigned, says this server, by {head.cosignatures.map(({ name }) => name).join(', ')}
          {quorum === null ? '' : `; asked for: ${quorum}`}.
        </p>
      )}
    </div>
  );
}
