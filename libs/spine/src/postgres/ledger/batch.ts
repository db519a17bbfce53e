/** The one place that writes the log. */
import { SpineError } from '../../errors.ts';
import type { Hasher } from '../../hash.ts';
import type { Signer } from '../../keys.ts';
import { ledgerLeaf, signHead, type LedgerHead } from '../../ledger/index.ts';
import { Frontier } from '../../merkle.ts';
import type { Sql, Tx } from '../connect.ts';
import { mapped } from '../error-map.ts';
import { withPatience } from '../patience.ts';
import { nodesOf } from '../rows.ts';
import { checkNotRewound, type HeadMemory } from './head-memory.ts';
import { entryOf, type PendingRow } from './pending.ts';

export interface BatchMeans {
  readonly sql: Sql;
  readonly signer: Pick<Signer, 'publicKey' | 'sign'>;
  readonly origin: string;
  readonly hasher: Hasher;
  /** How long one batch may take before its connection is taken for dead, and may stand still before it is ended, ms. */
  readonly answerLimit: number;
  /** What is known of the log outside its database; null: nothing. */
  readonly memory: HeadMemory | null;
}

/** Any number that nobody else uses: batchers take turns, so that none signs a head for nothing. */
const LOCK = 7_382_516_045;
const BATCH_ROWS = 2_000;

/**
 * Writes what waits into the log and signs the head over it, in one transaction. Safe to call from many processes: while
 * one writes, the others find nothing to do, and a lock that fails them does not matter, for the database takes each
 * place in the log and each waiting row only once. Nothing is written while the newest head is younger than `restMs`.
 *
 * @returns how many entries were written now.
 * @throws SpineError `runseal.ledger_rewound` when the log in the database is not the one that is remembered.
 */
export async function writeBatch(means: BatchMeans, restMs: number): Promise<number> {
  // A head from the future (the clock was set back) is no reason to rest.
  const [waiting] = await mapped(means.sql`
    select from spine.ledger_pending where not exists (
      select from (select signed_at from spine.ledger_head order by size desc limit 1) newest
      where newest.signed_at <= clock_timestamp()
        and newest.signed_at > clock_timestamp() - make_interval(secs => ${restMs / 1000}))
    limit 1`);
  if (waiting === undefined) return 0;
  // A connection that was lost in mid-transaction may leave its caller without any answer.
  return withPatience({ patience: 0, answerLimit: means.answerLimit }, () =>
    mapped(means.sql.begin((tx) => write(tx, means))),
  );
}

async function write(tx: Tx, means: BatchMeans): Promise<number> {
  const { answerLimit } = means;
  // Whoever stands still in the middle (a frozen process, a signer that hangs) loses the turn to the others. Between the
  // messages of one statement only the limit of the whole transaction does it: the server waits for the client there, and
  // lets no statement time out meanwhile. A clock that runs already, because the connection came with such a limit, is not
  // set anew unless it is stopped first. Servers before Postgres 17 have no such limit.
  const [lock] = await tx<{ mine: boolean }[]>`
    select pg_try_advisory_xact_lock(${LOCK}) as mine,
      set_config('idle_in_transaction_session_timeout', ${String(answerLimit)}, true),
      case when current_setting('transaction_timeout', true) is not null
        then set_config('transaction_timeout', '0', true) || set_config('transaction_timeout', ${String(answerLimit)}, true) end,
      set_config('statement_timeout', ${String(answerLimit)}, true)`;
  if (!lock!.mine) return 0;
  const rows = await tx<PendingRow[]>`
    select run, kind, id, workspace, time_ns, goal, goal_commitment, size, root, checkpoint, details from spine.ledger_pending
    order by rank, time_ns, run limit ${BATCH_ROWS}`;
  if (rows.length === 0) return 0;
  await checkNotRewound(tx, means.memory);
  const [last] = await tx<{ size: string; frontier: Buffer }[]>`
    select size, frontier from spine.ledger_head order by size desc limit 1`;
  const before =
    last === undefined ? { size: 0, nodes: [] } : { size: Number(last.size), nodes: nodesOf(last.frontier) };
  const entries = rows.map(entryOf);
  const leaves = entries.map((entry) => ledgerLeaf(entry, means.hasher));
  const { after, subtrees } = grown(before, leaves, means.hasher);
  const root = after.root();
  const note = await signed({ origin: means.origin, size: after.size, root, extensions: [] }, means);
  await tx`select spine.ledger_append(
    ${before.size}, ${Buffer.concat(entries)}, ${endsOf(entries)}, ${Buffer.concat(leaves)},
    ${JSON.stringify(rows.map(({ run, kind, id, workspace }) => ({ run, kind, id, workspace })))}::text::jsonb,
    ${Buffer.from(root)}, ${Buffer.concat(after.state.nodes)}, ${note},
    ${`{${subtrees.map(({ level }) => level).join(',')}}`}, ${`{${subtrees.map(({ index }) => index).join(',')}}`},
    ${Buffer.concat(subtrees.map(({ hash }) => hash))})`;
  return rows.length;
}

async function signed(head: LedgerHead, { signer }: BatchMeans): Promise<string> {
  try {
    return await signHead(head, signer);
  } catch (cause) {
    throw new SpineError(
      'sign.sign_failed',
      `The head of the ledger at ${head.size} entries could not be signed; what waits is kept and tried again.`,
      { cause },
    );
  }
}

interface Subtree {
  readonly level: number;
  readonly index: number;
  readonly hash: Uint8Array;
}

function grown(
  before: { size: number; nodes: readonly Uint8Array[] },
  leaves: readonly Uint8Array[],
  hasher: Hasher,
): { after: Frontier; subtrees: readonly Subtree[] } {
  const subtrees: Subtree[] = [];
  const onSubtree = (level: number, index: number, hash: Uint8Array): void => {
    subtrees.push({ level, index, hash });
  };
  const after = new Frontier(before, { hasher, onSubtree });
  for (const leaf of leaves) after.append(leaf);
  return { after, subtrees };
}

function endsOf(entries: readonly Uint8Array[]): string {
  let end = 0;
  return `{${entries.map((entry) => (end += entry.length)).join(',')}}`;
}
