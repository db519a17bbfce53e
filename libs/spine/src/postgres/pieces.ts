/**
 * Long appends: pieces of one transaction, each chained while the database stores the ones before, so that both work at
 * once. (docs/adr/0281)
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { SpineError } from '../errors.ts';
import type { EventDraft } from '../event.ts';
import { appendBatches } from './append-statement.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import type { Batch } from './tip.ts';

/** Events of an append that still goes as one statement. */
export const LONGEST_STATEMENT = 256;
/**
 * Events of a piece. Fewer, and statements cost more than they save; more, and one side waits for the other. The database is
 * idle until the first has come, so the first are small.
 */
const PIECE_EVENTS = 128;
const FIRST_EVENTS = 32;

/** A long append on its way to become batches. */
export class Pieces {
  /** Those chained so far. */
  readonly batches: Batch[] = [];
  readonly #drafts: readonly EventDraft[];
  readonly #chain: (drafts: readonly EventDraft[]) => Batch;
  #chained = 0;
  #taken = false;

  constructor(drafts: readonly EventDraft[], chain: (drafts: readonly EventDraft[]) => Batch) {
    this.#drafts = drafts;
    this.#chain = chain;
  }

  /** The next piece, or null after the last. Throws what chaining throws, and once somebody took all as a whole. */
  next(): Batch | null {
    this.check();
    return this.#next();
  }

  /** Throws once somebody took all as a whole: then a part of it must not be stored. */
  check(): void {
    if (this.#taken) throw new SpineError('runseal.store_unavailable', 'The append is asked for again, as a whole.');
  }

  /** All of them, for who appends them as a whole. */
  whole(): readonly Batch[] {
    this.#taken = true;
    while (this.#next() !== null);
    return this.batches;
  }

  #next(): Batch | null {
    if (this.#chained >= this.#drafts.length) return null;
    const size = Math.min(FIRST_EVENTS * 2 ** this.batches.length, PIECE_EVENTS);
    const piece = this.#chain(this.#drafts.slice(this.#chained, this.#chained + size));
    this.#chained += size;
    this.batches.push(piece);
    return piece;
  }
}

/** Appends all pieces or none. Throws what `Pieces` and `appendBatches` throw. */
export function appendInPieces(sql: Sql, run: string, fence: bigint, pieces: Pieces): Promise<unknown> {
  // While the transaction begins.
  const first = turnOfTheLoop().then(() => pieces.next());
  first.catch(() => undefined);
  return mapped(
    sql.begin(async (tx) => {
      const answers: Promise<unknown>[] = [];
      let refused = false;
      for (let piece = await first; piece !== null && !refused; piece = pieces.next()) {
        pieces.check();
        // One cast: a transaction takes statements as the connection does.
        const answer = appendBatches(tx as unknown as Sql, run, fence, [piece]);
        answer.catch(() => (refused = true));
        answers.push(answer);
        // It is sent before the next is chained.
        await turnOfTheLoop();
      }
      await Promise.all(answers);
    }),
  );
}
