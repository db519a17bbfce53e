import { setTimeout as pause } from 'node:timers/promises';
import { asideOf, type Sql } from './connect.ts';

/** Channel on which the ids of runs that changed are told. */
export const CHANNEL = 'runseal_spine';
/** Watchers hear of a busy run this often at most, ms. */
const QUIET_MS = 20;

/**
 * Tells watchers, after the commit and outside of it, that runs changed: a NOTIFY inside the append would serialise every
 * commit of the server. A notice that is lost is made up for by the watchers' own looking.
 */
export class Notices {
  readonly #sql: Sql;
  readonly #changed = new Set<string>();
  #telling = false;

  constructor(sql: Sql) {
    this.#sql = asideOf(sql);
  }

  readonly changed = (run: string): void => {
    this.#changed.add(run);
    if (this.#telling) return;
    this.#telling = true;
    void this.#tell();
  };

  async #tell(): Promise<void> {
    while (this.#changed.size > 0) {
      const runs = [...this.#changed];
      this.#changed.clear();
      // Not worth waiting for the disk, nor failing an append that is durable.
      await this.#sql`
        select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, run)
        from jsonb_array_elements_text(${JSON.stringify(runs)}::text::jsonb) as run`.catch(() => undefined);
      await pause(QUIET_MS, undefined, { ref: false });
    }
    this.#telling = false;
  }
}
