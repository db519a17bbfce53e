import { Name } from '../../said/name.tsx';
import { TierMark } from '../../tier/tier-mark.tsx';
import type { Tier } from '../../tier/tiers.ts';
import classes from './cells.module.css';

export const SURFACE_STATES: Readonly<Record<string, { readonly tier: Tier; readonly words: string }>> = {
  denied: { tier: 'enforced', words: 'Switched off' },
  bridged: { tier: 'enforced', words: 'Goes through our waist' },
  contained: { tier: 'attested', words: 'Left on, held by our sandbox; what it does inside is the harness’s word' },
  open: { tier: 'unobserved', words: 'Nothing of ours holds it' },
};

/** How a surface is held, with the mark of the strongest thing its record can say. */
export function SurfaceStateCell({ state }: { state: string }) {
  const meaning = Object.hasOwn(SURFACE_STATES, state) ? SURFACE_STATES[state] : undefined;
  if (meaning === undefined)
    return (
      <span className={classes.dim}>
        <Name text={state === '' ? '–' : state} />
      </span>
    );
  return (
    <span className={classes.surface} title={meaning.words}>
      <TierMark tier={meaning.tier} size={10} />
      {state}
    </span>
  );
}
