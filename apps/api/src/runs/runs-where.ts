import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import type { RunsFilter } from '../wire/query.ts';
import { wordsQuery } from './words.ts';

type Part = PendingQuery<Row[]>;
/** A pool, or one transaction of it. */
export type Asking = Sql | TransactionSql;

/** The conditions of a filter, and of what the caller may see. The export and the list share it, so they show the same runs. */
export function runsWhere(sql: Asking, auth: Auth, filter: RunsFilter): Part {
  const { harness, model, state, workspace, principal, share, tool, gap, verdict, odd, sealed, since, until, q } =
    filter;
  const parts: readonly (Part | undefined)[] = [
    harness === undefined ? undefined : sql`harness = ${harness}`,
    model === undefined ? undefined : sql`model = ${model}`,
    state === undefined ? undefined : sql`state = ${state}`,
    workspace === undefined ? undefined : sql`workspace = ${workspace}`,
    principal === undefined ? undefined : sql`principal = ${principal}`,
    share === undefined ? undefined : sql`sealed_at is not null and share = ${share}`,
    tool === undefined ? undefined : sql`sealed_at is not null and tools @> array[${tool}]`,
    gap === undefined ? undefined : sql`sealed_at is not null and gap_surfaces @> array[${gap}]`,
    verdict === undefined ? undefined : verdictIs(sql, verdict),
    odd === undefined ? undefined : odd === 'native' ? sql`native_calls > 0` : sql`drifted`,
    sealed === undefined ? undefined : sealedIs(sql, sealed),
    since === undefined ? undefined : sql`created_at >= ${new Date(since)}`,
    until === undefined ? undefined : sql`created_at < ${new Date(until)}`,
    q === undefined ? undefined : wordsOrId(sql, q),
  ];
  return parts.reduce<Part>((all, part) => (part === undefined ? all : sql`${all} and ${part}`), visible(sql, auth));
}

/** Whether anything but time narrows the list: time alone is a stretch of it. */
export const isNarrowed = ({
  limit: _limit,
  cursor: _cursor,
  since: _since,
  until: _until,
  ...rest
}: RunsFilter): boolean => Object.values(rest).some((condition) => condition !== undefined);

/** What the caller may see. */
export function visible(sql: Asking, { workspaces }: Auth): Part {
  return workspaces === null ? sql`true` : sql`workspace = any(string_to_array(${workspaces.join(',')}, ','))`;
}

/** Sealed and never verified here, though it can be: of what was removed only the seal is left. */
export const unverified = (sql: Asking): Part => sql`sealed_at is not null and verified_at is null
  and not exists (select from spine.prune p where p.run = goal.run and p.confirmed_at is not null)`;

/** Any verdict that failed. */
export const FAILING = ['integrity', 'completeness', 'independence', 'governance', 'ground_truth', 'provenance']
  .map((name) => `${name}:fail`)
  .join(',');

function verdictIs(sql: Asking, verdict: string): Part {
  if (verdict === 'failing') return sql`verified_at is not null and verdicts && string_to_array(${FAILING}, ',')`;
  return verdict === 'unverified' ? unverified(sql) : sql`verified_at is not null and verdicts @> array[${verdict}]`;
}

function sealedIs(sql: Asking, sealed: 'yes' | 'no'): Part {
  return sealed === 'yes'
    ? sql`sealed_at is not null`
    : sql`sealed_at is null and state in ('completed', 'failed', 'halted')`;
}

/** Words of the objective, or the start of a run's id where it could be one. */
function wordsOrId(sql: Asking, q: string): Part {
  const words = wordsQuery(q);
  const id = q.trim().toLowerCase();
  const byId = /^[0-9a-f][0-9a-f-]{3,35}$/.test(id) ? sql`run like ${`${id}%`}` : undefined;
  const byWords = words === null ? undefined : sql`words @@ ${words}::tsquery`;
  if (byId !== undefined && byWords !== undefined) return sql`(${byId} or ${byWords})`;
  return byId ?? byWords ?? sql`false`;
}
