import { SpineError } from '../errors.ts';
import type { Hasher } from '../hash.ts';
import { nodeHasher } from '../node/hash.ts';
import { MixCounter } from '../tiers.ts';
import { auditRun } from './audit.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { Joint } from './joint.ts';
import { Notices } from './notice.ts';
import { readContent, readContents, readEvents, readHead, scanEvents } from './reads.ts';
import { headOf, nodesOf, type HeadRow } from './rows.ts';
import { readEventProof, readRecord, readSlice } from './sealed-reads.ts';
import type { Erasure, Head, RunWriter, SpineStore } from './store.ts';
import { Watchers } from './watch.ts';
import { Writer, type WriterOptions } from './writer.ts';

export interface StoreOptions {
  /** Connections of the service role (see `connect`). */
  readonly sql: Sql;
  /** Default: node:crypto. */
  readonly hasher?: Hasher;
  /** Unix ns. Default: the system's clock, which knows milliseconds. */
  readonly clock?: () => bigint;
  /** How long an append or a seal waits for a database that went away, ms. Default 10,000. */
  readonly patience?: number;
  /** How long to wait for one answer before the connection is taken for dead, ms. Default 30,000. */
  readonly answerLimit?: number;
}

/** Bytes of a run id or a workspace: both stand in the ledger, whose entries are short. */
const LONGEST_ID = 1_024;

/** The spine on a migrated Postgres. */
export function openStore(options: StoreOptions): SpineStore {
  const { sql, hasher = nodeHasher, clock = systemClock, patience = 10_000, answerLimit = 30_000 } = options;
  const notices = new Notices(sql);
  const joint = new Joint(sql);
  const watchers = new Watchers(sql);
  return {
    openRun: (run, tx) => openRun(asSql(tx) ?? sql, run),
    head: (run) => readHead(sql, run),
    takeOver: (run) => takeOver(run, { sql, joint, hasher, clock, patience, answerLimit, committed: notices.changed }),
    events: (run, range) => readEvents(sql, run, range),
    scan: (run, range) => scanEvents(sql, run, range),
    content: (run, commitment) => readContent(sql, run, commitment),
    contents: (run) => readContents(sql, run),
    erase: (run, commitments, why) => erase(sql, run, commitments, why),
    record: (run) => readRecord(sql, run),
    eventProof: (run, seq) => readEventProof(sql, run, seq, hasher),
    slice: (run, seqs) => readSlice(sql, run, seqs, hasher),
    audit: (run, { signal } = {}) => auditRun(sql, run, hasher, signal),
    watch: (run, onChange) => watchers.watch(run, onChange),
  };
}

async function openRun(
  sql: Sql,
  { run, workspace, goalCommitment }: { run: string; workspace: string; goalCommitment?: Uint8Array },
): Promise<Head> {
  const longest = Math.max(Buffer.byteLength(run), Buffer.byteLength(workspace));
  if (run === '' || run.includes('\0') || workspace.includes('\0') || longest > LONGEST_ID) {
    throw new SpineError(
      'runseal.bad_run',
      `a run id is a text without NUL, not empty, and like its workspace of at most ${LONGEST_ID} bytes`,
    );
  }
  const goal = goalCommitment === undefined ? null : Buffer.from(goalCommitment);
  const [row] = await mapped(sql<HeadRow[]>`select * from spine.open_run(${run}, ${workspace}, ${goal})`);
  return headOf(row!);
}

async function takeOver(
  run: string,
  options: Omit<WriterOptions, 'run' | 'fence' | 'position' | 'mix'>,
): Promise<RunWriter> {
  const { sql } = options;
  const [row] = await mapped(sql<HeadRow[]>`select * from spine.take_over(${run})`);
  const { size, link, fence } = headOf(row!);
  return new Writer({
    ...options,
    run,
    fence,
    position: { size, link, nodes: nodesOf(row!.frontier) },
    mix: await countedMix(sql, run, size),
  });
}

/** Counts what is there up to where the run was taken over: earlier writers add nothing any more, and later ones may. */
async function countedMix(sql: Sql, run: string, size: number): Promise<MixCounter> {
  const mix = new MixCounter();
  if (size === 0) return mix;
  const rows = await mapped(
    sql<{ type: string; count: string }[]>`
      select type, count(*) from spine.event where run = ${run} and seq <= ${size} group by type`,
  );
  let counted = 0;
  for (const { type, count } of rows) {
    for (let i = Number(count); i > 0; i -= 1) mix.add(type);
    counted += Number(count);
  }
  if (counted === size) return mix;
  throw new SpineError(
    'runseal.store_damaged',
    `Run ${run} should have ${size} events and the database holds ${counted}. Restore it from a backup.`,
  );
}

async function erase(sql: Sql, run: string, commitments: readonly Uint8Array[], why: Erasure): Promise<number> {
  const [row] = await mapped(sql<{ erased: string }[]>`
    select spine.erase_content(${run}, ${Buffer.concat(commitments)}, ${why.by}, ${why.reason}, ${why.legalBasis}) as erased`);
  return Number(row!.erased);
}

/** The one cast of a caller's transaction: the contract does not name the driver. */
function asSql(tx: unknown): Sql | undefined {
  return tx as Sql | undefined;
}

function systemClock(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
