import { isFinal } from '../api/problem.ts';
import type { EventCounts, EventPage, EventView } from '../api/wire.ts';
import type { RunLog } from './run-log.ts';
import { readServerSentEvents } from './server-sent-events.ts';

/** A server says something every ten seconds, unless told otherwise (RUNSEAL_HEARTBEAT_MS). */
const SILENCE_MS = 45_000;

/** Where a run's events come from. */
export interface EventSourceOf {
  /** What there is now. */
  counts(signal: AbortSignal): Promise<EventCounts>;
  /** Events after a seq, in order. */
  page(after: number, signal: AbortSignal): Promise<EventPage>;
  /** The live stream, resumed after a seq. */
  stream(after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Waits before the next attempt; rejects when aborted. */
  pause(attempt: number, signal: AbortSignal): Promise<void>;
}

/**
 * Begins the log with what is there, then keeps it filled until the run is sealed. After a break it resumes where the log
 * ends. Returns when the run is complete, when the answer will not change by asking again, or when aborted.
 */
export async function follow(source: EventSourceOf, log: RunLog, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted;) {
    const before = log.last;
    try {
      if (before === 0) log.begin(await source.counts(signal));
      if (await catchUp(source, log, signal)) {
        log.setState('complete');
        return;
      }
      log.setState('live');
      await listen(source, log, signal);
      attempt = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) {
        log.setState('failed', error);
        return;
      }
      attempt = log.last > before ? 1 : attempt + 1;
      log.setState('reconnecting', error);
      await source.pause(attempt, signal).catch(() => undefined);
    }
  }
}

/** Pages until nothing is left; true when the run is sealed and all of it is held. */
async function catchUp(source: EventSourceOf, log: RunLog, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const page = await source.page(log.last, signal);
    if (log.add(page.items) === 'missing') throw new Error(`The server left out event ${String(log.last + 1)}.`);
    if (log.last >= page.size) return page.sealed;
    if (page.items.length === 0)
      throw new Error(`The server says there are ${String(page.size)} events but gives ${String(log.last)}.`);
  }
}

/** Takes events from the stream until it ends, the seal is announced, or an event is missing; catching up mends that. */
async function listen(source: EventSourceOf, log: RunLog, signal: AbortSignal): Promise<void> {
  const body = await source.stream(log.last, signal);
  for await (const message of readServerSentEvents(body, SILENCE_MS)) {
    if (message.event === 'end') {
      if ((JSON.parse(message.data) as { sealed?: unknown }).sealed === true) return;
      // It ended without a seal and may be sealed later; until then there is nothing to follow.
      break;
    }
    if (message.event === 'delta') log.tell({ delta: message.data });
    if (message.event !== 'message') continue;
    if (log.add([JSON.parse(message.data) as EventView]) === 'missing') return;
  }
  if (!signal.aborted) await source.pause(1, signal);
}
