/**
 * Transactions that outlive their connection without taking the process down.
 *
 * The driver (postgres.js 3.4.9, issues 1154 and 1208) writes to a connection that is gone when a transaction goes on
 * after its loss, and throws where nobody can catch it. So nothing is asked of a lost connection any more, not even to
 * roll back: the server has done that by itself.
 */
import type postgres from 'postgres';
import { asError, isError } from './any-error.ts';

type Begin = (tx: postgres.TransactionSql) => unknown;

/** After this many seconds a pool that is being ended drops what is still under way. */
const END_LIMIT_S = 5;

/** The same pool with `begin` made safe, and an `end` that does not wait for ever for a connection that was lost. */
export function withSafeTransactions(sql: postgres.Sql): postgres.Sql {
  const begin = sql.begin.bind(sql) as (...args: unknown[]) => Promise<unknown>;
  const safeBegin = (...args: unknown[]): Promise<unknown> => {
    const work = args.pop() as Begin;
    const life: Life = { lost: null };
    const outcome = begin(...args, (tx: postgres.TransactionSql) => guardedWork(tx, work, life));
    outcome.catch((error: unknown) => (life.lost = error));
    return outcome;
  };
  const end = sql.end.bind(sql);
  return Object.assign(sql, {
    begin: safeBegin,
    end: (options?: { timeout?: number }) => end({ timeout: END_LIMIT_S, ...options }),
  }) as postgres.Sql;
}

interface Life {
  /** What ended the transaction, once something did. */
  lost: unknown;
}

/** Settles as the work does, unless the connection went away: the driver ends the transaction then, without our help. */
function guardedWork(tx: postgres.TransactionSql, work: Begin, life: Life): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = async (): Promise<void> => {
      try {
        const result = await work(guarded(tx, life));
        // A transaction may end with a list of queries that are still under way.
        const results = Array.isArray(result) ? await Promise.all(result as unknown[]) : result;
        if (life.lost === null) resolve(results);
      } catch (error) {
        if (life.lost === null && !isConnectionLoss(error)) reject(asError(error));
      }
    };
    void settle();
  });
}

function guarded(tx: postgres.TransactionSql, life: Life): postgres.TransactionSql {
  return new Proxy(tx, {
    apply(target, self, args: unknown[]) {
      if (!isTemplate(args[0])) return Reflect.apply(target, self, args) as unknown;
      return life.lost === null ? noted(Reflect.apply(target, self, args) as Query, life) : refusal(life);
    },
    get(target, name, receiver) {
      if (name === 'unsafe')
        return (...args: Parameters<typeof target.unsafe>) =>
          life.lost === null ? noted(target.unsafe(...args), life) : refusal(life);
      if (name !== 'savepoint') return Reflect.get(target, name, receiver) as unknown;
      return (...args: unknown[]) => {
        if (life.lost !== null) return refusal(life);
        const work = args.pop() as Begin;
        const savepoint = target.savepoint.bind(target) as (...args: unknown[]) => Promise<unknown>;
        return savepoint(...args, (inner: postgres.TransactionSql) => guardedWork(inner, work, life));
      };
    },
  });
}

type Query = Promise<unknown>;

/**
 * The query, whose failure is known here before whoever asked can act on it: the loss of the connection comes to them
 * first and to the transaction as a whole only some moments later. A query runs once it is waited for, and a piece of
 * another query never does, so it must not be waited for here.
 */
function noted(query: Query, life: Life): Query {
  // Its own `catch` and `finally` go through `then`.
  const then: Query['then'] = query.then.bind(query);
  const watched: Query['then'] = (onDone, onFailed) =>
    then(onDone, (error: unknown) => {
      if (isConnectionLoss(error)) life.lost ??= error;
      if (onFailed == null) throw error;
      return onFailed(error);
    });
  return Object.defineProperty(query, 'then', { value: watched, configurable: true, writable: true });
}

function refusal(life: Life): Promise<never> {
  return Promise.reject(asError(life.lost));
}

function isTemplate(value: unknown): boolean {
  return Array.isArray(value) && 'raw' in value;
}

/** True for whatever the driver or the network says, false for what the server says of a statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!isError(error)) return false;
  const { code } = error as { code?: unknown };
  return (
    typeof code === 'string' && (/^(CONNECTION_|CONNECT_TIMEOUT|E[A-Z_]{3,}$)/.test(code) || /^57P0[123]$/.test(code))
  );
}
