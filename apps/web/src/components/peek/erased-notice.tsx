import { useErasures } from '../../api/use-erasures.ts';
import { clock } from '../../words/time.ts';
import { Name } from '../said/name.tsx';
import { Said } from '../said/said.tsx';
import { TierMark } from '../tier/tier-mark.tsx';
import classes from './peek.module.css';

/** That a content was erased: when, by whom, why, on which ground. The record still verifies. */
export function ErasedNotice({ run, commitment }: { run: string; commitment: string }) {
  const erasures = useErasures(run);
  const tombstone = erasures.data?.items.find((one) => one.commitment === commitment);
  return (
    <p className={classes.erased} data-erased>
      <TierMark tier="unobserved" size={12} />
      <span>
        {tombstone === undefined ? (
          'Erased.'
        ) : (
          <>
            Erased on {clock(tombstone.at)} by <Name text={tombstone.by} /> because <Said text={tombstone.reason} /> (
            <Said text={tombstone.legalBasis} />
            ).
          </>
        )}{' '}
        The bytes are gone for ever; their commitment stays, so the record still verifies.
      </span>
    </p>
  );
}
