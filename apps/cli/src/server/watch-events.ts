import { setTimeout as pause } from 'node:timers/promises';
import type { Wire } from '@runseal/api/client';
import { CliError, EXIT } from '../errors.ts';
import { readEvents } from './sse.ts';

export type EventView = Wire<'EventView'>;

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
  pauseMs: number = PAUSE_MS,
): AsyncGenerator<EventView> {
  let after = start;
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const body = await open(after);
      for await (const message of readEvents(body ?? NOTHING)) {
        failures = -1;
        if (message.event === 'end') return;
        if (message.event !== 'message') continue;
        // What the stream carries is an EventView by the API's own contract.
        const event = JSON.parse(message.data) as EventView;
        if (event.seq <= after) continue;
        after = event.seq;
        yield event;
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
