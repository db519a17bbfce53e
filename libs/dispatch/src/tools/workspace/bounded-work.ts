/**
 * Work whose time depends on hostile input (regular expressions, glob patterns, hunks that fit nowhere) runs in a worker
 * thread, so that it can be ended and never holds up anything else.
 */
import { Worker } from 'node:worker_threads';
import type { StructuredPatch } from 'diff';
import { ActionError } from '../../errors.ts';

export type Job =
  | { readonly kind: 'glob'; readonly glob: string; readonly paths: readonly string[] }
  | {
      readonly kind: 'regex';
      readonly pattern: string;
      readonly flags: string;
      readonly text: string;
      readonly limit: number;
    }
  | { readonly kind: 'parse'; readonly patch: string }
  | { readonly kind: 'patch'; readonly part: StructuredPatch; readonly source: string };

export interface AnswerOf {
  /** The paths that match. */
  glob: readonly string[];
  /** Matching lines, counted from 1, at most the limit. */
  regex: readonly { readonly line: number; readonly text: string }[];
  /** The files of a unified diff, or why it is none. */
  parse: { readonly parts: readonly StructuredPatch[] } | { readonly problem: string };
  /** The patched text; null when a hunk fits nowhere. */
  patch: string | null;
}

export interface BoundedWork {
  /** Throws `timed_out` when all work so far took longer than the deadline, `too_large` when it needs too much memory. */
  ask<K extends Job['kind']>(job: Extract<Job, { kind: K }>): Promise<AnswerOf[K]>;
  close(): Promise<void>;
}

export interface BoundedWorkOptions {
  /** Milliseconds for all of it. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** What to do instead, for the sentence of the time-out. */
  readonly advice: string;
}

const HEAP_MIB = 256;

export function boundedWork({ deadlineMs, signal, advice }: BoundedWorkOptions): BoundedWork {
  const worker = new Worker(
    new URL(import.meta.url.endsWith('.ts') ? './bounded-work-main.ts' : './bounded-work-main.js', import.meta.url),
    {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
      env: {},
    },
  );
  const stop = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const ended = new Promise<never>((_, reject) => {
    const onStop = (): void => {
      void worker.terminate();
      reject(
        signal.aborted
          ? new ActionError('cancelled', 'The action was cancelled.')
          : new ActionError('timed_out', `This took longer than ${deadlineMs} ms. ${advice}`),
      );
    };
    if (stop.aborted) onStop();
    stop.addEventListener('abort', onStop, { once: true });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new ActionError('too_large', `This needs more than ${HEAP_MIB} MiB of memory. ${advice}`)
          : error,
      ),
    );
  });
  ended.catch(() => undefined); // Whoever asks next hears of it.
  return {
    async ask<K extends Job['kind']>(job: Extract<Job, { kind: K }>) {
      const answer = new Promise<AnswerOf[K]>((resolve) => worker.once('message', resolve));
      worker.postMessage(job);
      return Promise.race([answer, ended]);
    },
    async close() {
      await worker.terminate();
    },
  };
}
