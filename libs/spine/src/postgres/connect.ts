import postgres from 'postgres';
import { withLongGreeting } from './greeting.ts';
import { askedForPrimary, serverAddress } from './server-address.ts';
import { withSafeTransactions } from './transaction.ts';

export type Sql = postgres.Sql;
export type Tx = postgres.TransactionSql;

export interface ConnectOptions {
  /** What Postgres shows in pg_stat_activity. Default `runseal`. */
  readonly name?: string;
  /** Connections at most, besides one for notices and one for listening. Default 10. */
  readonly max?: number;
  /**
   * Role every connection starts with (startup parameter `role`): `runseal_service` where one login serves both for
   * migrating and for service. The embedded server has a login for each and needs none.
   */
  readonly role?: 'runseal_service';
}

/**
 * A pool of connections as the store expects them: durable commits, no notices, UTC. The URL may name several hosts, an IPv6
 * literal, or the folder of a Unix socket (`?host=/run/postgresql`).
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  // What we cannot read, the driver refuses in its own words.
  const place = askedForPrimary(serverAddress(url) ?? { url, options: {} });
  const pool = (max: number): Sql =>
    withSafeTransactions(
      postgres(withLongGreeting(place.url), { ...driverOptions(max, options), ...placeOptions(place) }),
    );
  const sql = pool(options.max ?? 10);
  const aside = pool(1);
  asides.set(sql, aside);
  const end = sql.end.bind(sql);
  return Object.assign(sql, {
    end: async (limit?: { timeout?: number }) => {
      await Promise.all([end(limit), aside.end(limit)]);
    },
  });
}

/** The driver takes lists of hosts and ports (its parseOptions); its types know one of each. */
const placeOptions = ({ options }: { readonly options: object }): postgres.Options<Record<string, never>> => options;

const asides = new WeakMap<Sql, Sql>();

/**
 * One connection beside those of a pool, opened when it is first used and ended with them, for what nobody waits for. The driver
 * hands out the connection that has rested longest: were one more awake in the pool, appends would take turns on two, and each
 * would find the caches of its server process cold. (docs/adr/0255)
 */
export function asideOf(sql: Sql): Sql {
  return asides.get(sql) ?? sql;
}

function driverOptions(max: number, options: ConnectOptions): postgres.Options<Record<string, never>> {
  return {
    max,
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
  };
}
