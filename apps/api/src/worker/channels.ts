import { listening, type Sql } from '@runseal/spine/postgres';
import type { Logger } from 'pino';
import { isStoreAway } from '../database/store-away.ts';

/** What a worker wants to hear, and what it does when it begins to listen, which it does again after each lost connection. */
export interface Heard {
  readonly channel: string;
  readonly onNotice: (payload: string) => void;
  readonly onListening?: () => void;
}

/**
 * The channels a worker listens to. One that it could not listen to because the database was away is tried again at the next
 * `listen`: notices only make a worker quicker, so nobody waits for them.
 */
export class Channels {
  readonly #sql: Sql;
  readonly #log: Logger;
  readonly #listening: { readonly unlisten: () => Promise<void> }[] = [];
  #missing: readonly Heard[];
  #trying: Promise<void> | null = null;

  constructor({ sql, log }: { sql: Sql; log: Logger }, heard: readonly Heard[]) {
    this.#sql = sql;
    this.#log = log;
    this.#missing = heard;
  }

  /** Channels that are not listened to. */
  get missing(): readonly string[] {
    return this.#missing.map(({ channel }) => channel);
  }

  /** Listens to those that are missing. Throws what is no outage. */
  listen(): Promise<void> {
    this.#trying ??= this.#listen().finally(() => (this.#trying = null));
    return this.#trying;
  }

  async close(): Promise<void> {
    this.#missing = [];
    await this.#trying?.catch(() => undefined);
    // A connection that is gone needs no unlistening.
    await Promise.all(this.#listening.map(({ unlisten }) => unlisten().catch(() => undefined)));
  }

  async #listen(): Promise<void> {
    for (const heard of this.#missing) {
      const { channel, onNotice, onListening } = heard;
      try {
        this.#listening.push(await listening(this.#sql, channel, onNotice, onListening));
      } catch (err) {
        if (!isStoreAway(err)) throw err;
        this.#log.warn({ err, channel }, 'notices could not be listened to');
        return;
      }
      this.#missing = this.#missing.filter((one) => one !== heard);
    }
  }
}
