import type { ProblemError } from '../problem/problem.ts';
import { problemOf } from '../problem/problem-of.ts';
import { Bell } from './bell.ts';

export interface Asking {
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly ask: () => Promise<unknown>;
  /** Told once, with what was thrown as a problem of the reader (4xx). */
  readonly refused: (problem: ProblemError) => void;
}

/** Asks again and again until it is refused or aborted. What is not about the reader, a database that is away, refuses nobody. */
export async function keepAsking({ everyMs, signal, ask, refused }: Asking): Promise<void> {
  const bell = new Bell();
  for (;;) {
    await bell.wait(everyMs, signal);
    if (signal.aborted) return;
    const problem = await ask().then(() => null, problemOf);
    if (problem === null || problem.status >= 500) continue;
    refused(problem);
    return;
  }
}
