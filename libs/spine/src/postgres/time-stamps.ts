/** Time tokens over seals, and which seals still lack one. */
import type { TimeStatement } from '../time/statement.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { bytesOf } from './rows.ts';

/** A sealed run that has no token. */
export interface Unstamped {
  readonly run: string;
  readonly checkpoint: Uint8Array;
  readonly sealedAt: Date;
}

export interface TimeStamps {
  /** Sealed since then and without a token, oldest first. */
  unstamped(since: Date, limit: number): Promise<readonly Unstamped[]>;
  /** True when nobody else asks for this run's token: claim it, then ask. A claim may be made again after `againMs`. */
  claim(run: string, againMs: number): Promise<boolean>;
  /** The first token stays. */
  keep(run: string, token: Uint8Array, statement: TimeStatement): Promise<void>;
  /** DER; null when there is none. */
  token(run: string): Promise<Uint8Array | null>;
}

/** On a migrated Postgres, with the connections of the service role. */
export function openTimeStamps(sql: Sql): TimeStamps {
  return {
    async unstamped(since, limit) {
      const rows = await mapped(sql<{ run: string; checkpoint: Buffer; sealed_at: Date }[]>`
        select h.run, h.checkpoint, h.sealed_at from spine.head h
        where h.state = 'sealed' and h.sealed_at >= ${since}
          and not exists (select from spine.time_stamp t where t.run = h.run and t.token is not null)
        order by h.sealed_at limit ${limit}`);
      return rows.map((row) => ({ run: row.run, checkpoint: bytesOf(row.checkpoint), sealedAt: row.sealed_at }));
    },
    async claim(run, againMs) {
      const [row] = await mapped(
        sql<
          { mine: boolean }[]
        >`select spine.claim_time_stamp(${run}, make_interval(secs => ${againMs / 1000})) as mine`,
      );
      return row!.mine;
    },
    async keep(run, token, { authority, at }) {
      await mapped(sql`select spine.keep_time_stamp(${run}, ${Buffer.from(token)}, ${authority}, ${new Date(at)})`);
    },
    async token(run) {
      const [row] = await mapped(
        sql<{ token: Buffer }[]>`select token from spine.time_stamp where run = ${run} and token is not null`,
      );
      return row === undefined ? null : bytesOf(row.token);
    },
  };
}
