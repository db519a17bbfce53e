import type { EventDraft, Recorded } from '@runseal/spine';
import type { RunWriter, SpineStore, Sql } from '@runseal/spine/postgres';
import { setTimeout as pause } from 'node:timers/promises';
import { BOUNDS, Histogram, type Spread } from './histogram.ts';

/** How often a worker adds up what it measured, ms. Prometheus asks about as often. */
const EVERY_MS = 10_000;

/** Milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * How long the appends of this worker took until they were durable. Workers serve no HTTP, so it is added up in the database, now
 * and then. Events that may wait are left out: they wait for others, and nobody waits for them.
 */
export class AppendTimes {
  private readonly sql: Sql;
  private measured = new Histogram();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(sql: Sql) {
    this.sql = sql;
  }

  start(): void {
    this.timer = setInterval(() => void this.next(), EVERY_MS).unref();
  }

  /** A worker that ends waits for this no longer than for any answer that may not come. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.race([this.next(), pause(PATIENCE_MS, undefined, { ref: false })]);
  }

  /** The same store, whose writers are timed. */
  timed(store: SpineStore): SpineStore {
    return { ...store, takeOver: async (run) => this.timedWriter(await store.takeOver(run)) };
  }

  private timedWriter(writer: RunWriter): RunWriter {
    return {
      run: writer.run,
      fence: writer.fence,
      get size() {
        return writer.size;
      },
      append: (...drafts) => this.append(writer, drafts),
      seal: (...args) => writer.seal(...args),
      hurry: () => writer.hurry?.(),
    };
  }

  private async append(writer: RunWriter, drafts: readonly EventDraft[]): Promise<readonly Recorded[]> {
    const begun = performance.now();
    const recorded = await writer.append(...drafts);
    if (!drafts.every(({ mayWait }) => mayWait)) this.measured.add((performance.now() - begun) / 1000);
    return recorded;
  }

  /** One after the other. */
  private next(): Promise<void> {
    return (this.writing = this.writing.then(() => this.write()));
  }

  /** What could not be written is written with the next: a database that is away is no trouble of its own here. */
  private async write(): Promise<void> {
    const { measured } = this;
    const rows = rowsOf(measured);
    if (rows.length === 0) return;
    this.measured = new Histogram();
    try {
      // In the order of the key, so that two workers never wait for each other in a circle.
      await this.sql`
        insert into runseal.append_time as t (bound, appends, seconds)
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as r (bound double precision, appends bigint, seconds double precision) order by bound
        on conflict (bound) do update set appends = t.appends + excluded.appends, seconds = t.seconds + excluded.seconds`;
    } catch {
      this.measured.addAll(measured);
    }
  }
}

/** All that workers have added up, of the whole installation. */
export async function appendTimes(sql: Sql): Promise<Spread> {
  const rows = await sql<{ bound: number; appends: string; seconds: number }[]>`
    select bound, appends, seconds from runseal.append_time`;
  const all = new Histogram();
  // Bounds may be those of another version: each is counted within the first of ours that holds it.
  for (const { bound, appends, seconds } of rows) all.add(bound, Number(appends), seconds);
  return all;
}

/** The seconds of all stand beside the first bound: only their sum is told. */
function rowsOf({ counts, sum }: Spread) {
  const rows = counts.map((appends, at) => ({ bound: BOUNDS[at] ?? 'infinity', appends, seconds: 0 }));
  return rows.filter(({ appends }) => appends > 0).map((row, at) => (at === 0 ? { ...row, seconds: sum } : row));
}
