import { ProblemError } from '../problem/problem.ts';

/**
 * What was asked of the database, or ProblemError 503 `store_unavailable` after `ms`. A network that swallows packets, or a proxy that takes
 * connections and drops them because nothing is behind it, refuses nothing: the driver would connect again without end.
 */
export function answeredInTime<T>(asked: PromiseLike<T>, ms: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    reject(
      new ProblemError(503, 'store_unavailable', 'The database does not answer. Nothing was lost; try again.', {
        retryAfter: 2,
      }),
    );
  }, ms);
  asked.then(resolve, reject);
  return promise.finally(() => clearTimeout(timer));
}
