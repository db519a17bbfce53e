import type { Pinned } from '@runseal/spine/ledger';
import classes from './pin-notice.module.css';

/** What the ledger head under the receipt is to the heads this reader saw before; loud where they contradict. */
export function PinNotice({ pinned }: { pinned: Pinned }) {
  const { state, size, origin, roots } = pinned;
  if (state === 'contradicts')
    return (
      <section role="alert" className={classes.alarm} data-pin={state}>
        <strong>The ledger has two histories.</strong> The head of {size.toLocaleString('en')} entries under this
        receipt contradicts the one you saw before. Keep both files. <code>runseal.head_contradicts_pin</code>
        {roots !== null && (
          <dl>
            <dt>seen before</dt>
            <dd className="mono">{roots[0]}</dd>
            <dt>under this receipt</dt>
            <dd className="mono">{roots[1]}</dd>
          </dl>
        )}
      </section>
    );
  return (
    <p className={classes.quiet} data-pin={state}>
      {WORDS[state]}{' '}
      <span>
        ({origin}, {size.toLocaleString('en')} entries)
      </span>
    </p>
  );
}

const WORDS = {
  first: 'No head of this ledger was seen before; this one is remembered now.',
  known: 'The head of the ledger under this receipt is one you saw before.',
  unchecked: 'This head of the ledger was not held against those you saw before: runseal ledger check does that.',
} as const;
