'use client';

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isOpen, useTurns } from '../../api/use-turns.ts';
import type { EventView } from '../../api/wire.ts';
import type { LogSnapshot, RunLog } from '../../live/run-log.ts';
import { WordsHeard } from '../../live/words-shown.ts';
import { integerOf } from '../../words/payload.ts';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { Announced } from './announced.tsx';
import { LiveWords } from './live-words.tsx';
import { TurnItem } from './turn-item.tsx';
import classes from './turns.module.css';

interface Props {
  readonly run: string;
  readonly log: RunLog;
  readonly snapshot: LogSnapshot;
  /** Opens an event beside the spine. */
  readonly openEvent: (seq: number) => void;
}

/** Turns shown at first; a session may have thousands. */
const MOST_SHOWN = 10;
/** Events with which a turn begins, or with which more is known of its end. */
const OF_TURNS: ReadonlySet<string> = new Set([
  'goal.submitted',
  'episode.started',
  'episode.ended',
  'session.lifecycle',
  'outcome.recorded',
]);

/** What was said in a session, turn by turn, and beneath it what is being said and is not on the record yet. */
export function TurnsPanel({ run, log, snapshot, openEvent }: Props) {
  const [heard] = useState(() => new WordsHeard());
  useEffect(() => log.hear(heard.hear), [log, heard]);
  const words = useSyncExternalStore(heard.subscribe, heard.read, () => null);
  const told = snapshot.types.filter(({ type }) => OF_TURNS.has(type)).map(({ type, count }) => `${type} ${count}`);
  const { data: turns, error, isLoadingError, refetch } = useTurns(run, told.sort().join());
  const answers = useAnswers(log, snapshot);
  const [first, setFirst] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  if (first === null && turns !== undefined) setFirst(turns.length);
  const last = turns?.at(-1);
  const going =
    words !== null && (last === undefined || words.turn > last.turn || (words.turn === last.turn && isOpen(last)));
  const shown = going && last?.output == null ? words : null;
  const hidden = all || turns === undefined ? 0 : Math.max(0, turns.length - MOST_SHOWN);
  const live = shown !== null && (
    <LiveWords words={shown} connected={snapshot.state !== 'reconnecting'} openEvent={openEvent} />
  );
  return (
    <section className={classes.panel} aria-label="Turns">
      <h2>Turns</h2>
      {isLoadingError && <ErrorState error={error} retry={refetch} />}
      {turns === undefined && !isLoadingError && <RowSkeleton rows={2} />}
      {turns?.length === 0 && <p className={classes.dim}>Nothing was said yet. The first turn is shown here.</p>}
      {hidden > 0 && (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          Show {hidden.toLocaleString('en')} earlier {hidden === 1 ? 'turn' : 'turns'}
        </button>
      )}
      <ol className={classes.list}>
        {turns?.slice(hidden).map((turn) => (
          <TurnItem
            key={turn.turn}
            turn={turn}
            open={turn.turn >= (first ?? 0)}
            answeredAt={answers.get(turn.turn) ?? null}
            openEvent={openEvent}
          >
            {turn === last && words?.turn === turn.turn && live}
          </TurnItem>
        ))}
      </ol>
      {words?.turn !== last?.turn && live !== false && <div className={classes.answer}>{live}</div>}
      <Announced words={shown} turn={last ?? null} />
    </section>
  );
}

/** How far back the end of a turn is looked for among the events that are here. */
const LOOKED_THROUGH = 2_000;

/** Seq of the event that ended each turn, as far as those events are here. */
function useAnswers(log: RunLog, { version, last }: LogSnapshot): ReadonlyMap<number, number> {
  return useMemo(() => {
    const answers = new Map<number, number>();
    for (let index = last - 1; index >= Math.max(0, last - LOOKED_THROUGH); index -= 1) {
      const event: EventView | undefined = log.rows.at(index);
      const episode = event?.type === 'episode.ended' ? integerOf(event.payload, 'episode') : null;
      if (event !== undefined && episode !== null && !answers.has(Number(episode)))
        answers.set(Number(episode), event.seq);
    }
    return answers;
    // The rows are the same object; their version says when they changed.
  }, [log, version, last]);
}
