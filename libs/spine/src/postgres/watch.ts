import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { listening } from './listening.ts';
import { CHANNEL } from './notice.ts';

/** How often watched runs are looked at in case a notice was lost, ms. */
const LOOK_EVERY_MS = 2_000;

interface Watched {
  readonly callbacks: Set<() => void>;
  /** Size, fence and state as last seen. */
  seen: string | null;
}

/** All watchers of a store: one listening connection and one slow look at the heads, however many runs are watched. */
export class Watchers {
  readonly #sql: Sql;
  readonly #watched = new Map<string, Watched>();
  #listening: Promise<{ unlisten: () => Promise<void> }> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Resolves once nothing appended from now on can be missed. */
  async watch(run: string, onChange: () => void): Promise<() => Promise<void>> {
    const watched = this.#watched.get(run) ?? { callbacks: new Set(), seen: null };
    this.#watched.set(run, watched);
    // A function of its own, so that the same one may watch twice.
    const callback = (): void => onChange();
    watched.callbacks.add(callback);
    const stop = (): Promise<void> => this.#stop(run, callback);
    try {
      await (this.#listening ??= this.#listen());
    } catch (error) {
      this.#listening = null;
      await stop();
      throw error;
    }
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    return stop;
  }

  #listen(): Promise<{ unlisten: () => Promise<void> }> {
    return mapped(
      listening(
        this.#sql,
        CHANNEL,
        (run) => this.#tell(run),
        // After a lost connection the driver listens again: then everything may have changed.
        () => this.#tellAll(),
      ),
    );
  }

  async #stop(run: string, callback: () => void): Promise<void> {
    const watched = this.#watched.get(run);
    watched?.callbacks.delete(callback);
    if (watched?.callbacks.size === 0) this.#watched.delete(run);
    if (this.#watched.size > 0) return;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const listening = this.#listening;
    this.#listening = null;
    // A connection that is gone needs no unlistening.
    await listening?.then(({ unlisten }) => unlisten()).catch(() => undefined);
  }

  async #look(): Promise<void> {
    const runs = JSON.stringify([...this.#watched.keys()]);
    const rows = await this.#sql<{ run: string; now: string }[]>`
      select run, concat_ws(' ', size, fence, state) as now from spine.head
      where run in (select jsonb_array_elements_text(${runs}::text::jsonb))`.catch(() => []);
    for (const { run, now } of rows) {
      const watched = this.#watched.get(run);
      if (watched === undefined || watched.seen === now) continue;
      // The first look tells too: a notice may have been lost before it.
      watched.seen = now;
      this.#tell(run);
    }
  }

  #tellAll(): void {
    for (const run of this.#watched.keys()) this.#tell(run);
  }

  #tell(run: string): void {
    for (const callback of this.#watched.get(run)?.callbacks ?? []) callback();
  }
}
