import postgres from 'postgres';
import { withLongGreeting } from './greeting.ts';
import { withSafeTransactions } from './transaction.ts';

export type Sql = postgres.Sql;
export type Tx = postgres.TransactionSql;

export interface ConnectOptions {
  /** What Postgres shows in pg_stat_activity. Default `runseal`. */
  readonly name?: string;
  /** Connections at most. Default 10. */
  readonly max?: number;
  /**
   * Role every connection starts with (startup parameter `role`): `runseal_service` where one login serves both for
   * migrating and for service. The embedded server has a login for each and needs none.
   */
  readonly role?: 'runseal_service';
}

/** A pool of connections as the store expects them: durable commits, no notices, UTC. */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const sql = postgres(withLongGreeting(url), {
    max: options.max ?? 10,
    // Array types are named in the SQL; asking the server for its list costs a round trip a connection.
    fetch_types: false,
    connect_timeout: 10,
    idle_timeout: 60,
    // A long outage is met with a try every second or so, not with ever longer silence.
    backoff: (tries: number) => Math.min(1, 0.05 * 2 ** tries),
    onnotice: () => undefined,
    connection: {
      application_name: options.name ?? 'runseal',
      // An acknowledged append is on disk, whatever the server's default is.
      synchronous_commit: 'on',
      timezone: 'UTC',
      ...(options.role === undefined ? {} : { role: options.role }),
    },
  });
  return withSafeTransactions(sql);
}
