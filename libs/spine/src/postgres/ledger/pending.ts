/** Rows that wait for the log, and the entries they become. */
import { encodeLedgerEntry, type LedgerEntry, type LedgerEntryKind } from '../../ledger/index.ts';
import { bytesOf } from '../rows.ts';

export interface PendingRow {
  readonly run: string;
  readonly kind: LedgerEntryKind;
  readonly id: string;
  readonly workspace: string;
  readonly time_ns: string;
  /** Of a run that was opened before there were commitments. */
  readonly goal: Buffer | null;
  readonly goal_commitment: Buffer | null;
  readonly size: string | null;
  readonly root: Buffer | null;
  readonly checkpoint: Buffer | null;
  readonly details: Readonly<Record<string, string>> | null;
}

/** The entry's bytes. */
export function entryOf(row: PendingRow): Uint8Array {
  return encodeLedgerEntry(ledgerEntryOf(row));
}

function ledgerEntryOf(row: PendingRow): LedgerEntry {
  const about = { time: BigInt(row.time_ns), workspace: row.workspace };
  const why = { actor: row.details?.['actor'] ?? '', reason: row.details?.['reason'] ?? '' };
  switch (row.kind) {
    case 'run.opened':
      return row.goal === null
        ? { kind: row.kind, ...about, run: row.run, goal_commitment: bytes(row.goal_commitment) }
        : { kind: row.kind, ...about, run: row.run, goal: bytes(row.goal) };
    case 'run.sealed':
      return {
        kind: row.kind,
        ...about,
        run: row.run,
        size: Number(row.size),
        root: bytes(row.root),
        checkpoint: bytes(row.checkpoint),
      };
    case 'content.erased':
      return {
        kind: row.kind,
        ...about,
        run: row.run,
        count: Number(row.size),
        commitments: bytes(row.root),
        ...why,
        basis: row.details?.['basis'] ?? '',
      };
    case 'run.pruned':
    case 'hold.placed':
    case 'hold.lifted':
    case 'retention.set':
    case 'key.added':
    case 'key.retired':
    case 'key.compromised':
      return { kind: row.kind, ...about, subject: row.run, ...why };
  }
}

/** Empty where nothing is known, e.g. the goal of a run that was opened before there was a ledger. */
const bytes = (value: Buffer | null): Uint8Array => (value === null ? new Uint8Array() : bytesOf(value));
