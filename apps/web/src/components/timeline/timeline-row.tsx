import dynamic from 'next/dynamic';
import { memo } from 'react';
import type { EventView } from '../../api/wire.ts';
import { eventSentence, wordsOf } from '../../words/event-sentence.ts';
import { clockOfNs, exactNs } from '../../words/time.ts';
import { Name } from '../said/name.tsx';
import { TierMark } from '../tier/tier-mark.tsx';
import { TIER_WORDS } from '../tier/tiers.ts';
import type { Bracket } from './brackets.ts';
import classes from './timeline.module.css';

/** Few rows have words that are content. */
const RowWords = dynamic(() => import('./row-words.tsx').then((module) => module.RowWords), { ssr: false });

interface Props {
  readonly run: string;
  readonly event: EventView;
  readonly brackets: readonly Bracket[];
  readonly current: boolean;
  readonly open: boolean;
  readonly bad: boolean;
  readonly onOpen: (seq: number) => void;
}

/** One vertebra: the spine with the event's mark, the bracket of its dispatch, and what the event says. */
export const TimelineRow = memo(function TimelineRow({ run, event, brackets, current, open, bad, onOpen }: Props) {
  const words = wordsOf(event);
  return (
    <button
      type="button"
      className={classes.row}
      data-tier={event.tier}
      data-bad={bad || undefined}
      aria-current={current || undefined}
      aria-expanded={open}
      onClick={() => onOpen(event.seq)}
    >
      <span className={classes.seq}>{event.seq}</span>
      <span className={classes.spine}>
        <TierMark tier={event.tier} />
      </span>
      <span className={classes.lanes} aria-hidden>
        {brackets.map((bracket, lane) => (
          <i key={lane} data-bracket={bracket} />
        ))}
      </span>
      <span className={classes.type}>{event.type}</span>
      <span className="visually-hidden">{TIER_WORDS[event.tier].one}</span>
      <span className={classes.says}>
        <Name text={eventSentence(event)} />
        {words !== null && <RowWords run={run} words={words} />}
      </span>
      <time className={classes.time} title={exactNs(event.time)}>
        {clockOfNs(event.time)}
      </time>
    </button>
  );
});
