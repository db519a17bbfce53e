'use client';

import { useErasures } from '../../api/use-erasures.ts';
import { count } from '../../words/count.ts';
import { clock } from '../../words/time.ts';
import { Name } from '../said/name.tsx';
import { Said } from '../said/said.tsx';
import { TierMark } from '../tier/tier-mark.tsx';
import classes from './run.module.css';

/** That content of this run is gone: how much, since when, by whom, why. The record itself is whole. */
export function ErasedNote({ run }: { run: string }) {
  const erased = useErasures(run).data?.items ?? [];
  const last = erased.reduce<(typeof erased)[number] | null>((a, b) => (a === null || b.at > a.at ? b : a), null);
  if (last === null) return null;
  return (
    <p className={classes.erased} data-erased={erased.length}>
      <TierMark tier="unobserved" size={12} />
      <span>
        {count(erased.length, 'content')} of this run {erased.length === 1 ? 'was' : 'were'} erased, last on{' '}
        {clock(last.at)} by <Name text={last.by} />: <Said text={last.reason} /> (<Said text={last.legalBasis} />
        ). The events and their commitments stay, so the record still verifies.
      </span>
    </p>
  );
}
