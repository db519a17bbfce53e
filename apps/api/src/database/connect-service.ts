import { connect, withParameters, type Sql } from '@runseal/spine/postgres';
import type { Config } from '../config/config.ts';

/** A transaction may take this many times as long as it may stand still. */
const WHOLE = 10;

/** One login for everything starts its connections in the service role; a login of its own has that role already. */
export function connectService(
  config: Pick<Config, 'databaseUrl' | 'serviceDatabaseUrl' | 'standstillMs'>,
  name: string,
  limitsTransactions: boolean,
): Sql {
  const { databaseUrl, serviceDatabaseUrl, standstillMs } = config;
  const limited = (url: string): string => withLimits(url, standstillMs, limitsTransactions);
  return serviceDatabaseUrl === null
    ? connect(limited(databaseUrl), { name, role: 'runseal_service' })
    : connect(limited(serviceDatabaseUrl), { name });
}

/**
 * A process that is frozen in a transaction keeps its locks, and its connection stays. The server ends it: between two
 * statements by the first limit, between the messages of one by the second: a statement that waits for its client does not
 * time out. A server before Postgres 17 has no such limit, and refuses a connection that asks for it. What the URL says
 * itself stands.
 */
function withLimits(url: string, standstillMs: number, limitsTransactions: boolean): string {
  return withParameters(url, {
    idle_in_transaction_session_timeout: String(standstillMs),
    ...(limitsTransactions && { transaction_timeout: String(WHOLE * standstillMs) }),
  });
}
