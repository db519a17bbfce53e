'use client';

import { useRef, useState } from 'react';
import { useMedia } from '../../browser/use-media.ts';
import { useTyped } from '../../browser/use-typed.ts';
import { TextInput } from '../control/text-input.tsx';
import { Checkbox } from '../control/tick.tsx';
import type { TypeCount } from '../../live/run-log.ts';
import { useKeys } from '../keys/use-keys.ts';
import { TierLabel } from '../tier/tier-label.tsx';
import { TIERS, type Tier } from '../tier/tiers.ts';
import type { TimelineFilter } from './filter.ts';
import classes from './timeline-filters.module.css';

interface Props {
  readonly filter: TimelineFilter;
  readonly onChange: (next: Partial<TimelineFilter>) => void;
  readonly tiers: Readonly<Record<Tier, number>>;
  readonly types: readonly TypeCount[];
  readonly lastSeq: number;
  readonly jumpTo: (seq: number) => void;
}

/** Narrows the spine by words, tier, type and call, and jumps to an event by its number. */
export function TimelineFilters({ filter, onChange, tiers, types, lastSeq, jumpTo }: Props) {
  const search = useRef<HTMLInputElement>(null);
  const wide = useMedia('(min-width: 1101px)', true);
  const [unfolded, setUnfolded] = useState(false);
  const words = useTyped(filter.q, (q) => onChange({ q }));
  useKeys({
    '/': () => {
      setUnfolded(true);
      // A folded field cannot take the focus; it can after the next paint.
      requestAnimationFrame(() => search.current?.focus());
    },
  });
  return (
    <details className={`${classes.filters ?? ''} no-print`} open={wide || unfolded}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          setUnfolded(!unfolded);
        }}
      >
        Filters
      </summary>
      <div className={classes.body}>
        <TextInput
          ref={search}
          size="xs"
          aria-label="Search events"
          placeholder="Search events   /"
          value={words.text}
          onChange={(event) => words.type(event.currentTarget.value)}
          onBlur={words.leave}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <TextInput
          size="xs"
          aria-label="Jump to event"
          placeholder="Jump to event number"
          inputMode="numeric"
          onKeyDown={(event) => {
            const seq = Number(event.currentTarget.value);
            if (event.key !== 'Enter' || !Number.isInteger(seq) || seq < 1) return;
            // The keys of the spine are free again.
            event.currentTarget.blur();
            jumpTo(Math.min(seq, lastSeq));
          }}
        />
        <TextInput
          size="xs"
          aria-label="Call"
          placeholder="Number of a call"
          inputMode="numeric"
          value={filter.call ?? ''}
          onChange={(event) => onChange({ call: callOf(event.currentTarget.value) })}
        />
        <fieldset>
          <legend>Tier</legend>
          {TIERS.map((tier) => (
            <Checkbox
              key={tier}
              label={<TierLabel tier={tier} count={tiers[tier]} />}
              checked={filter.tiers.includes(tier)}
              onChange={() => onChange({ tiers: toggled(filter.tiers, tier) })}
            />
          ))}
        </fieldset>
        <fieldset hidden={types.length === 0}>
          <legend>Type</legend>
          {types.map(({ type, count }) => (
            <Checkbox
              key={type}
              label={
                <span className={classes.type} title={type}>
                  {type} <span>{count.toLocaleString('en')}</span>
                </span>
              }
              checked={filter.types.includes(type)}
              onChange={() => onChange({ types: toggled(filter.types, type) })}
            />
          ))}
        </fieldset>
      </div>
    </details>
  );
}

/** A call as it is typed; whatever is no number of one is none. */
function callOf(text: string): number | null {
  const call = Number(text);
  return Number.isSafeInteger(call) && call >= 1 ? call : null;
}

function toggled<T>(items: readonly T[], item: T): readonly T[] {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}
