import type { EventCounts, EventView } from '../api/wire.ts';
import type { Tier } from '../components/tier/tiers.ts';
import { PagedRows, type ReadPage } from './paged-rows.ts';

export type LogState = 'loading' | 'live' | 'reconnecting' | 'complete' | 'failed';

export interface TypeCount {
  readonly type: string;
  readonly tier: Tier;
  readonly count: number;
}

export interface LogSnapshot {
  /** Seq of the last event there is; events 1 to this one are there, each once. */
  readonly last: number;
  readonly state: LogState;
  /** Why events are not here that should be; null where nothing is amiss. */
  readonly error: unknown;
  /** Most first. */
  readonly types: readonly TypeCount[];
  /** Different calls so far. */
  readonly calls: number;
  /** Grows whenever rows came or went. */
  readonly version: number;
}

/** News of the run as it comes: an event, each once, or words that are none yet, as the stream says them. */
export type News = { readonly event: EventView } | { readonly delta: string };

/** Redraws at most this often. */
const REDRAW_MS = 40;

/**
 * The events of one run as they are known here: contiguous from 1, each once, of which the pages in sight are held. What
 * comes in is checked against that, so neither a reconnection nor a server that repeats itself can double or lose one.
 */
export class RunLog {
  readonly rows: PagedRows;
  private readonly types = new Map<string, TypeCount>();
  private readonly calls = new Set<number>();
  private callsBefore = 0;
  private state: LogState = 'loading';
  private error: unknown = null;
  /** Why a page in sight could not be read; null otherwise. */
  private unread: unknown = null;
  private snapshot: LogSnapshot = { last: 0, state: 'loading', error: null, types: [], calls: 0, version: 0 };
  private readonly listeners = new Set<() => void>();
  private readonly hearers = new Set<(news: News) => void>();
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(readPage: ReadPage) {
    this.rows = new PagedRows(readPage, (error) => {
      if (error !== null) this.unread = error;
      this.changed();
    });
  }

  /** Seq of the last event there is; 0 when there is none. */
  get last(): number {
    return this.rows.total;
  }

  /** Starts from what the server counted; only what comes after is taken event by event. */
  begin({ size, types, calls }: EventCounts): void {
    if (this.last > 0) return;
    this.rows.grow(size);
    for (const one of types) this.types.set(one.type, one);
    this.callsBefore = calls;
    this.changed();
  }

  /** Takes events in order. Those already known are dropped; `missing` means one in between never came. */
  add(incoming: readonly EventView[]): 'taken' | 'missing' {
    for (const event of incoming) {
      if (event.seq <= this.last) continue;
      if (event.seq !== this.last + 1) return 'missing';
      this.rows.append(event);
      this.count(event);
      this.tell({ event });
    }
    this.changed();
    return 'taken';
  }

  setState(state: LogState, error: unknown = null): void {
    [this.state, this.error] = [state, error];
    this.changed();
  }

  /** Asks once more for rows that could not be read. */
  readonly retry = (): void => {
    this.unread = null;
    this.rows.retry();
    this.changed();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Hears all news from now on. Answers with how to hear no more. */
  hear(hearer: (news: News) => void): () => void {
    this.hearers.add(hearer);
    return () => void this.hearers.delete(hearer);
  }

  tell(news: News): void {
    for (const hearer of this.hearers) hearer(news);
  }

  readonly read = (): LogSnapshot => this.snapshot;

  private count({ type, tier, payload }: EventView): void {
    this.types.set(type, { type, tier, count: (this.types.get(type)?.count ?? 0) + 1 });
    const { call } = payload;
    // Calls are numbered in order: one that is not new was counted before.
    if (typeof call === 'number' && call > this.callsBefore) this.calls.add(call);
  }

  private changed(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.snapshot = {
        last: this.last,
        state: this.state,
        error: this.unread ?? (this.state === 'failed' ? this.error : null),
        types: [...this.types.values()].sort((a, b) => b.count - a.count || a.type.localeCompare(b.type)),
        calls: this.callsBefore + this.calls.size,
        version: this.snapshot.version + 1,
      };
      for (const listener of this.listeners) listener();
    }, REDRAW_MS);
  }
}

/** Events of each tier. */
export function tierCounts(types: readonly TypeCount[]): Record<Tier, number> {
  const counts = { enforced: 0, attested: 0, unobserved: 0 };
  for (const { tier, count } of types) counts[tier] += count;
  return counts;
}
