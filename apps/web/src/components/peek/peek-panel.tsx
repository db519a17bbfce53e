'use client';

import type { EventView } from '../../api/wire.ts';
import { useCall } from '../../api/use-calls.ts';
import { integerOf } from '../../words/payload.ts';
import { Name } from '../said/name.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { TierLabel } from '../tier/tier-label.tsx';
import { PeekFacts } from './peek-facts.tsx';
import { PeekHashes } from './peek-hashes.tsx';
import { PeekSpan } from './peek-span.tsx';
import { CopyLink } from './copy-link.tsx';
import classes from './peek.module.css';

interface Props {
  readonly run: string;
  readonly seq: number;
  /** Null until it is here. */
  readonly event: EventView | null;
  /** True when the run has no such event, an error when it could not be read. */
  readonly missing: boolean | Error;
  readonly going: boolean;
  readonly goTo: (seq: number) => void;
  readonly onlyCall: (call: number) => void;
  readonly close: () => void;
}

/** One event beside the spine: what it says, the content it names, and the hashes that hold it. */
export function PeekPanel({ run, seq, event, missing, going, goTo, onlyCall, close }: Props) {
  return (
    <aside className={classes.peek} aria-label={`Event ${String(seq)}`}>
      <header className={classes.head}>
        <h2>
          Event {seq} {event !== null && <code>{event.type}</code>}
        </h2>
        <button type="button" className={`${classes.close ?? ''} no-print`} onClick={close} aria-label="Close (Esc)">
          Close
        </button>
      </header>
      {event === null && missing === true && <p className={classes.nothing}>The run has no event {seq}.</p>}
      {event === null && missing instanceof Error && <ErrorState error={missing} />}
      {event === null && missing === false && <RowSkeleton rows={4} />}
      {event !== null && <Told run={run} event={event} going={going} goTo={goTo} onlyCall={onlyCall} />}
    </aside>
  );
}

function Told({
  run,
  event,
  going,
  goTo,
  onlyCall,
}: { event: EventView } & Pick<Props, 'run' | 'going' | 'goTo' | 'onlyCall'>) {
  const number = integerOf(event.payload, 'call');
  const call = useCall(run, number === null ? null : Number(number), going);
  return (
    <>
      <p className={classes.line}>
        <TierLabel tier={event.tier} />
        <span>
          by <Name text={event.actor} />
        </span>
        {event.principal !== null && (
          <span>
            <Name text={event.principal} />
          </span>
        )}
        <CopyLink />
      </p>
      {call !== null && <PeekSpan call={call} seq={event.seq} goTo={goTo} onlyCall={onlyCall} />}
      <PeekFacts run={run} event={event} action={call?.action ?? null} />
      <PeekHashes run={run} event={event} />
    </>
  );
}
