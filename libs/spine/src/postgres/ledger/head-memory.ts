/**
 * A database that was restored to an earlier time, or lost commits in a failover, holds a log that was longer once. Whoever saw
 * the longer one has a signed head of it: a log that then grows another way has two histories under one key. So what is
 * remembered outside the database is looked at before a head is signed.
 */
import { equalBytes } from '../../bytes.ts';
import { SpineError } from '../../errors.ts';
import type { Sql, Tx } from '../connect.ts';
import { mapped } from '../error-map.ts';

/** A head of the log that was signed, as it is remembered outside the database. */
export interface RememberedHead {
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

export interface HeadMemory {
  /** The largest head that is remembered; null when none is. */
  last(): Promise<RememberedHead | null>;
}

/** @throws SpineError `runseal.ledger_rewound` when the log does not have the head that is remembered. */
export async function checkNotRewound(sql: Sql | Tx, memory: HeadMemory | null): Promise<void> {
  const remembered = await memory?.last();
  if (remembered == null) return;
  const rows = await mapped(sql<{ size: string; root: Buffer }[]>`
    select size, root from spine.ledger_head where size = ${remembered.size}
    union all (select size, root from spine.ledger_head order by size desc limit 1)`);
  const [same] = rows.filter(({ size }) => Number(size) === remembered.size);
  if (same !== undefined && equalBytes(same.root, remembered.root)) return;
  const size = Math.max(0, ...rows.map((row) => Number(row.size)));
  throw new SpineError(
    'runseal.ledger_rewound',
    same === undefined
      ? `A head of the ledger over ${remembered.size} entries was signed; the database has a ledger of ${size}, and no such head. It was restored to an earlier time, or lost what it had acknowledged. No head is signed: the ledger would have two histories.`
      : `The head of the ledger over ${remembered.size} entries is another one than was signed: the ledger has two histories. No head is signed.`,
  );
}
