/** What a policy of so many days means for the content of a workspace, without setting it. Reads; erases nothing. */
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import type { Hold } from './lifecycle-rows.ts';

export interface RetentionAsked {
  readonly workspace: string;
  readonly days: number;
  /** Goes on after this run of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

/** Runs with content that is left, and how much it is. */
export interface ContentSum {
  readonly runs: number;
  readonly contents: number;
  readonly bytes: number;
}

/** A sealed run with content that is left. */
export interface RunKept {
  readonly run: string;
  readonly sealedAt: Date;
  /** When the policy has its content erased, unless a hold stands then. */
  readonly dueAt: Date;
  readonly due: boolean;
  readonly contents: number;
  readonly bytes: number;
  readonly hold: Pick<Hold, 'placedBy' | 'reason' | 'placedAt'> | null;
}

export interface RetentionPreview {
  /** Goes with the next sweep. */
  readonly due: ContentSum;
  /** Old enough, and kept by a hold. */
  readonly held: ContentSum;
  /** Not old enough yet. */
  readonly later: ContentSum;
  /** When the next of those that are not old enough becomes so; null where there is none. */
  readonly nextAt: Date | null;
  /** Those that were sealed longest ago first, at most `limit`. */
  readonly runs: readonly RunKept[];
}

/** How long one of its two questions may take, ms: a workspace may have very many contents. */
const LONGEST_MS = 20_000;

/** Judges as `spine.runs_beyond_retention` does, by the database's clock. Throws `57014` where it takes too long. */
export function readRetentionPreview(sql: Sql, asked: RetentionAsked): Promise<RetentionPreview> {
  return mapped(
    sql.begin('read only', async (tx) => {
      await tx`select set_config('statement_timeout', ${String(LONGEST_MS)}, true)`;
      // One cast: a transaction takes statements as the connection does.
      const on = tx as unknown as Sql;
      return { ...(await sums(on, asked)), runs: await runsKept(on, asked) };
    }),
  );
}

async function sums(sql: Sql, { workspace, days }: RetentionAsked): Promise<Omit<RetentionPreview, 'runs'>> {
  const rows = await sql<SumRow[]>`
    with kept as (
      select h.sealed_at < clock_timestamp() - make_interval(days => ${days}::int) as due,
        exists (select from spine.hold d where d.run = h.run and d.lifted_at is null) as held,
        h.sealed_at + make_interval(days => ${days}::int) as due_at, c.contents, c.bytes
      from spine.head h
      cross join lateral (select count(*) as contents, sum(size) as bytes from spine.content c
        where c.run = h.run and c.erased_at is null) as c
      where h.workspace = ${workspace} and h.state = 'sealed' and c.contents > 0)
    select case when not due then 'later' when held then 'held' else 'due' end as what,
      count(*) as runs, sum(contents) as contents, sum(bytes) as bytes, min(due_at) as next_at
    from kept group by 1`;
  const of = (what: SumRow['what']): ContentSum => {
    const row = rows.find((one) => one.what === what);
    return { runs: Number(row?.runs ?? 0), contents: Number(row?.contents ?? 0), bytes: Number(row?.bytes ?? 0) };
  };
  const nextAt = rows.find(({ what }) => what === 'later')?.next_at ?? null;
  return { due: of('due'), held: of('held'), later: of('later'), nextAt };
}

async function runsKept(sql: Sql, { workspace, days, after, limit }: RetentionAsked): Promise<RunKept[]> {
  const rows = await sql<KeptRow[]>`
    select h.run, h.sealed_at, h.sealed_at + make_interval(days => ${days}::int) as due_at,
      h.sealed_at < clock_timestamp() - make_interval(days => ${days}::int) as due,
      c.contents, c.bytes, d.placed_by, d.reason, d.placed_at
    from spine.head h
    cross join lateral (select count(*) as contents, sum(size) as bytes from spine.content c
      where c.run = h.run and c.erased_at is null) as c
    left join spine.hold d on d.run = h.run and d.lifted_at is null
    where h.workspace = ${workspace} and h.state = 'sealed' and c.contents > 0
      and (${after}::text is null or (h.sealed_at, h.run) > (select b.sealed_at, b.run from spine.head b where b.run = ${after}))
    order by h.sealed_at, h.run limit ${limit}`;
  return rows.map((row) => ({
    run: row.run,
    sealedAt: row.sealed_at,
    dueAt: row.due_at,
    due: row.due,
    contents: Number(row.contents),
    bytes: Number(row.bytes),
    hold:
      row.placed_at === null
        ? null
        : { placedBy: row.placed_by ?? '', reason: row.reason ?? '', placedAt: row.placed_at },
  }));
}

interface SumRow {
  readonly what: 'due' | 'held' | 'later';
  readonly runs: string;
  readonly contents: string;
  readonly bytes: string;
  readonly next_at: Date;
}

interface KeptRow {
  readonly run: string;
  readonly sealed_at: Date;
  readonly due_at: Date;
  readonly due: boolean;
  readonly contents: string;
  readonly bytes: string;
  readonly placed_by: string | null;
  readonly reason: string | null;
  readonly placed_at: Date | null;
}
