import { useEffect, useState, useSyncExternalStore } from 'react';
import { answerOf, api, fetchRaw } from '../api/client.ts';
import type { EventCounts, EventPage } from '../api/wire.ts';
import { follow, type EventSourceOf } from './follow.ts';
import { PAGE } from './paged-rows.ts';
import { RunLog, type LogSnapshot } from './run-log.ts';

const CATCH_UP = 1_000;
const MOST_PAUSE_MS = 10_000;

/** The events of a run, live until it is sealed. Pages are read as they are wanted from `log.rows`. */
export function useRunLog(run: string): { readonly log: RunLog; readonly snapshot: LogSnapshot } {
  const [log] = useState(() => new RunLog((page, signal) => pageOf(run, page, signal)));
  useEffect(() => {
    const abort = new AbortController();
    // Most readers begin at the top: its page comes along with the counts, not after them.
    log.rows.expect(0);
    void follow(sourceOf(run), log, abort.signal);
    return () => {
      abort.abort();
      log.rows.close();
    };
  }, [run, log]);
  const snapshot = useSyncExternalStore(log.subscribe, log.read, log.read);
  return { log, snapshot };
}

async function pageOf(run: string, page: number, signal: AbortSignal) {
  const range = { after: page * PAGE, upTo: (page + 1) * PAGE, limit: PAGE };
  const { items } = await answerOf<EventPage>(
    api.GET('/api/v1/runs/{run}/events', { params: { path: { run }, query: range }, signal }),
  );
  if (items.some(({ seq }, n) => seq !== range.after + n + 1))
    throw new Error(`The server left out an event after ${String(range.after)}.`);
  return items;
}

function sourceOf(run: string): EventSourceOf {
  const path = `/api/v1/runs/${encodeURIComponent(run)}/events/stream`;
  return {
    counts: (signal) =>
      answerOf<EventCounts>(api.GET('/api/v1/runs/{run}/events/counts', { params: { path: { run } }, signal })),
    page: (after, signal) =>
      answerOf<EventPage>(
        api.GET('/api/v1/runs/{run}/events', { params: { path: { run }, query: { after, limit: CATCH_UP } }, signal }),
      ),
    stream: async (after, signal) => {
      const headers = { accept: 'text/event-stream', 'last-event-id': String(after) };
      const { body } = await fetchRaw(path, { headers, signal, cache: 'no-store' });
      if (body === null) throw new Error('The event stream came without a body.');
      return body;
    },
    pause: (attempt, signal) => pause(Math.min(MOST_PAUSE_MS, 250 * 2 ** attempt), signal),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Aborted', 'AbortError'));
    });
  });
}
