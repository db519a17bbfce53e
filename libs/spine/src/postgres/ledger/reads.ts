import { SpineError } from '../../errors.ts';
import type { LedgerEntryKind } from '../../ledger/index.ts';
import type { FetchSubtrees } from '../../merkle.ts';
import type { Sql } from '../connect.ts';
import { mapped } from '../error-map.ts';
import { bytesOf } from '../rows.ts';
import type { LedgerRow, Page, SignedHead, UnsealedRun } from './ledger.ts';

const LONGEST_PAGE = 1_000;

interface HeadRow {
  readonly size: string;
  readonly root: Buffer;
  readonly note: string;
  readonly signed_at: Date;
}

interface CosignatureRow {
  readonly name: string;
  readonly key_id: string;
  readonly line: string;
  readonly cosigned_at: Date;
}

/** The newest head, or the one of that size, with its cosignatures. */
export async function readHeadNote(sql: Sql, size?: number): Promise<SignedHead | null> {
  const [row] = await mapped(
    size === undefined
      ? sql<HeadRow[]>`select size, root, note, signed_at from spine.ledger_head order by size desc limit 1`
      : sql<HeadRow[]>`select size, root, note, signed_at from spine.ledger_head where size = ${size}`,
  );
  if (row === undefined) return null;
  const cosignatures = await mapped(sql<CosignatureRow[]>`
    select name, key_id, line, cosigned_at from spine.ledger_cosignature where size = ${row.size} order by name, key_id`);
  return {
    size: Number(row.size),
    root: bytesOf(row.root),
    note: row.note + cosignatures.map(({ line }) => line).join(''),
    signedAt: row.signed_at,
    cosignatures: cosignatures.map(({ name, key_id, cosigned_at }) => ({ name, keyId: key_id, at: cosigned_at })),
  };
}

export async function readEntries(sql: Sql, page: Page): Promise<readonly LedgerRow[]> {
  const { from, limit, workspaces } = checked(page);
  const rows = await mapped(sql<EntryRow[]>`
    select index, kind, subject, workspace, entry, leaf from spine.ledger_entry
    where index >= ${from} and (${workspaces}::text is null or workspace = '' or workspace in (select jsonb_array_elements_text(${workspaces}::text::jsonb)))
    order by index limit ${limit}`);
  return rows.map((row) => ({
    index: Number(row.index),
    kind: row.kind,
    subject: row.subject,
    workspace: row.workspace,
    entry: bytesOf(row.entry),
    leaf: bytesOf(row.leaf),
  }));
}

interface EntryRow {
  readonly index: string;
  readonly kind: LedgerEntryKind;
  readonly subject: string;
  readonly workspace: string;
  readonly entry: Buffer;
  readonly leaf: Buffer;
}

/** Runs that were opened, and of which the log has no seal; or that the log has, and the database has not. */
export async function readUnsealed(sql: Sql, page: Page): Promise<readonly UnsealedRun[]> {
  const { from, limit, workspaces } = checked(page);
  const rows = await mapped(sql<(Omit<UnsealedRun, 'index'> & { index: string })[]>`
    select e.subject as run, e.workspace, e.index, case when h.run is null then 'missing' else 'open' end as state
    from spine.ledger_entry e
    left join spine.head h on h.run = e.subject
    where e.kind = 'run.opened' and e.index >= ${from} and h.state is distinct from 'sealed'
      and (${workspaces}::text is null or e.workspace in (select jsonb_array_elements_text(${workspaces}::text::jsonb)))
      and not exists (select from spine.ledger_entry p where p.subject = e.subject and p.kind = 'run.pruned')
    order by e.index limit ${limit}`);
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}

/** Leaves and kept subtrees of the log. */
export function subtreesOf(sql: Sql): FetchSubtrees {
  return async (level, start, count) => {
    const rows = await mapped(
      level === 0
        ? sql<{ hash: Buffer }[]>`
            select leaf as hash from spine.ledger_entry where index >= ${start} order by index limit ${count}`
        : sql<{ hash: Buffer }[]>`
            select hash from spine.ledger_subtree where level = ${level} and index >= ${start} order by index limit ${count}`,
    );
    return rows.map(({ hash }) => bytesOf(hash));
  };
}

function checked({ from, limit, workspaces }: Page): { from: number; limit: number; workspaces: string | null } {
  if (!Number.isSafeInteger(from) || from < 0 || !Number.isSafeInteger(limit) || limit < 1 || limit > LONGEST_PAGE)
    throw new SpineError('runseal.bad_range', `"from" is an integer from 0 and "limit" one from 1 to ${LONGEST_PAGE}`);
  return { from, limit, workspaces: workspaces === null ? null : JSON.stringify(workspaces) };
}
