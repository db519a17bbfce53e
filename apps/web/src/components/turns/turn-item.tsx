import { useState, type ReactNode } from 'react';
import { isOpen } from '../../api/use-turns.ts';
import type { TurnView } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import { oneLine } from '../../words/event-sentence.ts';
import { Name } from '../said/name.tsx';
import { Said } from '../said/said.tsx';
import { usePrinting } from '../state/use-printing.ts';
import { EventLink } from './event-link.tsx';
import classes from './turns.module.css';

interface Props {
  readonly turn: TurnView;
  /** Whether it is unfolded at first; on paper all are. */
  readonly open: boolean;
  /** Seq of the event that recorded its answer, where that is known here. */
  readonly answeredAt: number | null;
  readonly openEvent: (seq: number) => void;
  /** What is being said. */
  readonly children: ReactNode;
}

const STATES: Readonly<Record<TurnView['state'], string>> = {
  queued: 'waits for a worker',
  running: 'going on',
  completed: 'answered',
  failed: 'failed',
  canceled: 'stopped',
  interrupted: 'left unfinished',
};

/** One turn: who said what, and what was answered. */
export function TurnItem({ turn, open, answeredAt, openEvent, children }: Props) {
  const { state, principal, inputs, output, error, errorCode } = turn;
  const said = inputs.map(textOfPart);
  const printing = usePrinting();
  const [unfolded, setUnfolded] = useState(open);
  return (
    <li>
      <details
        open={unfolded || printing}
        data-turn={turn.turn}
        data-state={state}
        onToggle={(event) => {
          if (!printing) setUnfolded(event.currentTarget.open);
        }}
      >
        <summary className={classes.summary}>
          <span className={classes.number}>{turn.turn}</span>
          <span className={classes.who}>
            <Name text={principal} />
          </span>
          <span className={classes.line}>
            <Said text={oneLine(said.join(' '))} />
          </span>
          <span className={classes.state}>{STATES[state]}</span>
          <time className={classes.time} dateTime={turn.createdAt}>
            {clock(turn.createdAt)}
          </time>
        </summary>
        <div className={classes.turn}>
          <div className={classes.text} tabIndex={0} role="group" aria-label={`Said in turn ${String(turn.turn)}`}>
            <Said text={said.join('\n\n')} />
          </div>
          <div className={classes.answer}>
            {output !== null && (
              <>
                <div
                  className={classes.text}
                  tabIndex={0}
                  role="group"
                  aria-label={`Answer of turn ${String(turn.turn)}`}
                  data-answer
                >
                  <Said text={output} />
                </div>
                <p className={classes.dim}>
                  On the record, as this server reads it
                  {answeredAt !== null && (
                    <>
                      {': '}
                      <EventLink seq={answeredAt} open={openEvent} />
                    </>
                  )}
                </p>
              </>
            )}
            {error !== null && (
              <p className={state === 'failed' ? classes.failed : undefined}>
                <Said text={state === 'canceled' ? `Stopped: ${error}` : error} />{' '}
                {errorCode !== null && <code>{errorCode}</code>}
              </p>
            )}
            {output === null && !isOpen(turn) && <p className={classes.dim}>No answer is on the record.</p>}
            {output === null &&
              isOpen(turn) &&
              (children || <p className={classes.silent}>No word of an answer yet.</p>)}
          </div>
        </div>
      </details>
    </li>
  );
}

function textOfPart(part: TurnView['inputs'][number]): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'file':
      return `[file ${part.name}, ${part.media}]`;
    case 'data':
      return `[data, ${part.media}]`;
    case 'reasoning':
      return '[reasoning, not readable here]';
  }
}
