import { RunSeen, type ComparedEvent } from '@runseal/spine';
import { readAllEvents, type SpineStore, type Sql } from '@runseal/spine/postgres';
import { ProblemError } from '../problem/problem.ts';
import { ComparedFacts } from './compared-facts.ts';

/** A longer run is not compared while somebody waits. Events. */
const MOST_EVENTS = 500_000;

/** What is kept of a run whose events went by. */
export class ComparedRun {
  readonly seen = new RunSeen();
  readonly came = new ComparedFacts();

  see(event: ComparedEvent): void {
    this.seen.see(event);
    this.came.see(event);
  }
}

/** Reads of a run what a comparison needs, a page at a time. Throws ProblemError 422 `too_long_to_compare`. */
export async function comparedRun(
  { store, sql }: { store: SpineStore; sql: Sql },
  run: string,
  signal: AbortSignal,
): Promise<ComparedRun> {
  const { size } = await store.head(run);
  if (size > MOST_EVENTS)
    throw new ProblemError(
      422,
      'too_long_to_compare',
      `Run ${run} has ${size} events; at most ${MOST_EVENTS} are compared. Compare the exported records instead.`,
    );
  return gonePast(readAllEvents(sql, run), signal);
}

/** A run whose events go by in pages. Rejects with the reason of the signal. */
export async function gonePast(
  pages: AsyncIterable<Iterable<ComparedEvent>>,
  signal: AbortSignal,
): Promise<ComparedRun> {
  const compared = new ComparedRun();
  for await (const page of pages) {
    signal.throwIfAborted();
    for (const event of page) compared.see(event);
  }
  return compared;
}
