import { setTimeout as pause } from 'node:timers/promises';
import type { Wire } from '@runseal/api/client';
import { CliError, EXIT } from '../errors.ts';
import { readEvents } from './sse.ts';

export type EventView = Wire<'EventView'>;

/** Words that are said and not on the record: after event `after`, behind `from` UTF-16 units said since. */
export interface Delta {
  readonly turn: number;
  readonly after: number;
  readonly from: number;
  readonly text: string;
}

/** Hears words while they are said. They may be lost, and are never told again. */
export type Hear = (delta: Delta) => void;

/** Attempts without any progress before giving up, and the pause between them in milliseconds. */
const ATTEMPTS = 6;
const PAUSE_MS = 500;
/** An answer without a body. */
const NOTHING: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/**
 * Follows a run's event stream to its end. A connection that breaks is opened again after the last seq seen, so nothing
 * is lost or doubled; one that never answers is given up.
 */
export async function* watchEvents(
  start: number,
  signal: AbortSignal,
  open: (after: number) => Promise<AsyncIterable<Uint8Array> | null>,
  hear: Hear = () => undefined,
  pauseMs: number = PAUSE_MS,
): AsyncGenerator<EventView> {
  let after = start;
  // Words may be here before the event after which they were said.
  let early: Delta[] = [];
  const tell = (): void => {
    const due = early.filter((delta) => delta.after <= after);
    early = early.filter((delta) => delta.after > after);
    for (const delta of due) hear(delta);
  };
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const body = await open(after);
      for await (const message of readEvents(body ?? NOTHING)) {
        failures = -1;
        if (message.event === 'end') return;
        if (message.event === 'delta') {
          early.push(deltaOf(message.data));
          tell();
        }
        if (message.event !== 'message') continue;
        // What the stream carries is an EventView by the API's own contract.
        const event = JSON.parse(message.data) as EventView;
        if (event.seq <= after) continue;
        after = event.seq;
        yield event;
        tell();
      }
    } catch (cause) {
      if (signal.aborted) return;
      if (failures >= ATTEMPTS - 1 || (cause instanceof CliError && cause.code !== 'server_unreachable')) throw cause;
    }
    if (failures >= ATTEMPTS)
      throw new CliError('stream_silent', 'The server closes the event stream without an event; try again later.', {
        exitCode: EXIT.unreadable,
      });
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Throws TypeError for what the API never sends. */
function deltaOf(data: string): Delta {
  const { turn, after, from, text } = JSON.parse(data) as Record<string, unknown>;
  if (![turn, after, from].every(Number.isSafeInteger) || typeof text !== 'string')
    throw new TypeError('The server sent words in a form that is not its own.');
  return { turn: Number(turn), after: Number(after), from: Number(from), text };
}
