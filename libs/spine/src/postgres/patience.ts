import { setTimeout as pause } from 'node:timers/promises';
import { SpineError } from '../errors.ts';
import { asError } from './any-error.ts';
import { isUnavailable } from './error-map.ts';

/** How long to wait before the database is asked again, ms. */
export const RETRY_MS = 50;

export interface Patience {
  /** How long to go on trying while the database is away, ms. */
  readonly patience: number;
  /** How long to wait for one answer before the connection is taken for dead, ms. */
  readonly answerLimit: number;
}

/**
 * Does `attempt` again while the database is away, for as long as patience lasts; then throws
 * `runseal.store_unavailable`. An attempt that went unanswered may have been carried out, and may be yet.
 */
export async function withPatience<T>(limits: Patience, attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + limits.patience;
  for (;;) {
    try {
      return await answered(limits.answerLimit, attempt());
    } catch (error) {
      if (!isUnavailable(error) || performance.now() >= until) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** A network that swallows packets would leave the caller waiting for ever: throws `runseal.store_unavailable` instead. */
export function answered<T>(limit: number, attempt: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new SpineError(
          'runseal.store_unavailable',
          `The database did not answer within ${limit} ms. Whether the last write is durable is unknown until the run is read again.`,
        ),
      );
    }, limit);
    attempt.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(asError(error));
      },
    );
  });
}
