import { appendBatches, appendEach, isOneEvent } from './append-statement.ts';
import type { Sql } from './connect.ts';
import { isUnavailable } from './error-map.ts';
import type { Member } from './parameters.ts';
import { weightOf, type Batch } from './tip.ts';

/** Statements under way before further appends wait for each other. */
const LANES = 2;
/** Runs one statement appends to at most. */
const GROUP = 64;
/** Bytes of an event that still travels with others. */
const SMALL = 64 * 1024;
/** However long a statement takes, others wait for it only so long, ms. */
const WAIT_MS = 50;

interface Waiting extends Member {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The appends of all writers of a store. While few are under way each has a statement of its own; beyond that, those of one
 * event share one, which saves each of them the round trip and the commit. What cannot be done together is done alone, so no
 * run fails or waits because of another.
 */
export class Joint {
  readonly #sql: Sql;
  #running = 0;
  #waiting: Waiting[] = [];
  #late: NodeJS.Timeout | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Resolves when durable. Throws what `appendBatches` throws. */
  append(run: string, fence: bigint, batches: readonly Batch[]): Promise<unknown> {
    const batch = batches[0]!;
    if (this.#running < LANES || !isOneEvent(batches) || weightOf(batch) > SMALL)
      return this.#counted(appendBatches(this.#sql, run, fence, batches));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, fence, batch, resolve: () => resolve(undefined), reject });
      this.#late ??= setTimeout(() => this.#next(), WAIT_MS);
    });
  }

  /** With as little as possible around it: it is on the way of every append. */
  #counted<T>(statement: Promise<T>): Promise<T> {
    this.#running += 1;
    statement.then(this.#ended, this.#ended);
    return statement;
  }

  readonly #ended = (): void => {
    this.#running -= 1;
    if (this.#waiting.length > 0) this.#next();
  };

  #next(): void {
    const group = this.#waiting.splice(0, GROUP);
    if (this.#waiting.length > 0) this.#late?.refresh();
    else {
      clearTimeout(this.#late ?? undefined);
      this.#late = null;
    }
    if (group.length === 1) this.#alone(group[0]!);
    else if (group.length > 1) void this.#together(group);
  }

  #alone({ run, fence, batch, resolve, reject }: Waiting): void {
    this.#counted(appendBatches(this.#sql, run, fence, [batch])).then(() => resolve(), reject);
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    let stored: ReadonlySet<number>;
    try {
      stored = await this.#counted(appendEach(this.#sql, group));
    } catch (error) {
      // Whether any of it is durable is for each writer to find out; a refusal is one's own, and found alone.
      for (const each of group) {
        if (isUnavailable(error)) each.reject(error);
        else this.#alone(each);
      }
      return;
    }
    group.forEach((each, i) => {
      if (stored.has(i)) each.resolve();
      else this.#alone(each);
    });
  }
}
