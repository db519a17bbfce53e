import { isFinal } from '../api/problem.ts';
import type { EventView } from '../api/wire.ts';

/** Rows of one page; the API gives at most 1,000 at once, a screen shows some 30. */
export const PAGE = 200;
/** Pages held: far more than a screen, far less than a long run. */
const MOST_PAGES = 60;
const PAUSES_MS = [300, 1_000, 3_000];

/** Reads page `page`: rows page × PAGE and on, fewer than PAGE only at the end. */
export type ReadPage = (page: number, signal: AbortSignal) => Promise<readonly EventView[]>;

/**
 * A window onto a long list of events: pages are read when they come into sight and let go when many others were. What
 * scrolls past unread is never asked for.
 */
export class PagedRows {
  private readonly pages = new Map<number, EventView[]>();
  private readonly reading = new Map<number, AbortController>();
  private readonly readPage: ReadPage;
  private readonly changed: (error: unknown) => void;
  private wanted: readonly number[] = [];
  private size = 0;

  constructor(readPage: ReadPage, changed: (error: unknown) => void) {
    this.readPage = readPage;
    this.changed = changed;
  }

  /** Rows there are. */
  get total(): number {
    return this.size;
  }

  /** The row, if its page is here. */
  at(index: number): EventView | undefined {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Says how many rows there are now. */
  grow(size: number): void {
    this.size = Math.max(this.size, size);
  }

  /** Takes the row behind the last one. It is kept where its page is whole so far, and read again otherwise. */
  append(event: EventView): void {
    const [page, place] = [Math.floor(this.size / PAGE), this.size % PAGE];
    this.size += 1;
    if (place === 0) this.keep(page, [event]);
    else if (this.pages.get(page)?.length === place) this.pages.get(page)?.push(event);
  }

  /** These rows are in sight: their pages are read, and pages out of sight are read no further. */
  want(first: number, last: number): void {
    const to = Math.min(last, this.size - 1);
    const [from, until] = [Math.floor(Math.max(0, first) / PAGE), Math.floor(to / PAGE)];
    this.wanted = to < 0 ? [] : Array.from({ length: until - from + 1 }, (_, n) => from + n);
    for (const [page, abort] of this.reading) {
      if (this.wanted.includes(page)) continue;
      abort.abort();
      this.reading.delete(page);
    }
    for (const page of this.wanted) if (this.lacks(page) && !this.reading.has(page)) void this.read(page);
  }

  /** Reads a page before it is known how many rows there are. Should that fail, it is read again when it is wanted. */
  expect(page: number): void {
    const abort = new AbortController();
    this.reading.set(page, abort);
    const over = (): void => {
      if (this.reading.get(page) === abort) this.reading.delete(page);
      this.changed(null);
      if (this.wanted.includes(page) && this.lacks(page)) void this.read(page);
    };
    this.readPage(page, abort.signal).then((rows) => {
      this.keep(page, [...rows]);
      over();
    }, over);
  }

  /** Reads these rows and keeps them for now. Rejects when one of their pages cannot be read. */
  async load(first: number, last: number): Promise<void> {
    const pages = new Set<number>();
    for (let index = first; index <= Math.min(last, this.size - 1); index += PAGE) pages.add(Math.floor(index / PAGE));
    if (last >= 0 && this.size > 0) pages.add(Math.floor(Math.min(last, this.size - 1) / PAGE));
    const { signal } = new AbortController();
    for (const page of pages) if (this.lacks(page)) this.keep(page, [...(await this.readPage(page, signal))]);
    this.changed(null);
  }

  /** Reads what is in sight and not here once more, after it could not be read. */
  retry(): void {
    for (const page of this.wanted) if (this.lacks(page) && !this.reading.has(page)) void this.read(page);
  }

  /** Ends every reading. */
  close(): void {
    for (const abort of this.reading.values()) abort.abort();
  }

  private lacks(page: number): boolean {
    return (this.pages.get(page)?.length ?? 0) < Math.min(PAGE, this.size - page * PAGE);
  }

  private async read(page: number, attempt = 0): Promise<void> {
    const abort = new AbortController();
    this.reading.set(page, abort);
    try {
      const rows = await this.readPage(page, abort.signal);
      if (this.reading.get(page) === abort) this.reading.delete(page);
      this.keep(page, [...rows]);
      // Fewer than there should be: more arrived meanwhile, or the server holds them back; then it is not asked for ever.
      if (this.wanted.includes(page) && this.lacks(page)) await this.again(page, attempt);
      this.changed(null);
    } catch (error) {
      if (this.reading.get(page) === abort) this.reading.delete(page);
      if (abort.signal.aborted) return;
      if (attempt >= PAUSES_MS.length || isFinal(error)) this.changed(error);
      else await this.again(page, attempt);
    }
  }

  private async again(page: number, attempt: number): Promise<void> {
    const ms = PAUSES_MS[attempt];
    if (ms === undefined)
      throw new Error(
        'The server says there are more events than it gives. Of a run that was pruned only the seal is left; otherwise reload the page.',
      );
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (this.wanted.includes(page) && this.lacks(page) && !this.reading.has(page)) await this.read(page, attempt + 1);
  }

  private keep(page: number, rows: EventView[]): void {
    const held = this.pages.get(page);
    this.pages.delete(page);
    this.pages.set(page, held !== undefined && held.length > rows.length ? held : rows);
    for (const old of this.pages.keys()) {
      if (this.pages.size <= MOST_PAGES) return;
      if (!this.wanted.includes(old) && old !== Math.floor((this.size - 1) / PAGE)) this.pages.delete(old);
    }
  }
}
