import type { Sql } from './connect.ts';
import { equalBytes } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { mapped } from './error-map.ts';
import { eachOf, manyOf, subtreesOf, type Member } from './parameters.ts';
import type { HeadRow } from './rows.ts';
import type { Batch } from './tip.ts';

export interface Seal {
  /** 32 bytes. */
  readonly root: Uint8Array;
  readonly checkpoint: Uint8Array;
  /** JSON text of the tier mix. */
  readonly mix: string;
}

/** One round trip: the events of the batches, their content and the subtrees they complete, or nothing. */
export function appendBatches(sql: Sql, run: string, fence: bigint, batches: readonly Batch[]): Promise<unknown> {
  const [batch] = batches;
  if (!isOneEventOf(batches) || batch!.contents.length > 1) return mapped(appendMany(sql, run, fence, batches));
  return appendAlone(sql, run, fence, batch!);
}

/**
 * What follows from the bytes of a lone event the database computes itself, while we do the same. Throws
 * `runseal.store_damaged` when it comes to another link; then it has stored the event.
 */
async function appendAlone(sql: Sql, run: string, fence: bigint, batch: Batch): Promise<void> {
  const statement = batch.contents.length === 0 ? appendNext : appendWithContent;
  const [row] = await mapped(statement(sql, run, fence, batch));
  const { seq, link } = batch.events[0]!;
  if (equalBytes(row!.link, link)) return;
  throw new SpineError(
    'runseal.store_damaged',
    `The database gave event ${seq} of run ${run} another link than its bytes have. Have both machines looked at.`,
    { seq },
  );
}

/** True for one event that brings neither content nor a subtree. */
export function isOneEvent(batches: readonly Batch[]): boolean {
  return isOneEventOf(batches) && batches[0]!.contents.length === 0;
}

/** True for one event that completes no subtree, as most appends are. */
function isOneEventOf(batches: readonly Batch[]): boolean {
  const [only] = batches;
  return batches.length === 1 && only!.events.length === 1 && only!.subtrees.length === 0;
}

/**
 * One round trip: one event for each of several runs (see `isOneEvent`). Answers the indexes of those that are durable; the
 * others are not stored, because their head stands elsewhere or is being written to.
 */
export async function appendEach(sql: Sql, members: readonly Member[]): Promise<ReadonlySet<number>> {
  const a = eachOf(members);
  const [row] = await mapped(sql<{ taken: string | null }[]>`select spine.append_each(
    ${a.runs}, ${a.fences}, ${a.sizes}, ${a.hashes}, ${a.canonical}, ${a.ends}, ${a.types}, ${a.tiers}, ${a.times},
    ${a.calls}, ${a.frontiers}, ${a.frontierEnds}) as taken`);
  return new Set(row!.taken?.split(',').map((place) => Number(place) - 1));
}

type LinkRow = readonly { readonly link: Buffer }[];

function appendNext(sql: Sql, run: string, fence: bigint, { before, events }: Batch): PromiseLike<LinkRow> {
  const { canonical, type, tier, time, call } = events[0]!;
  return sql<{ link: Buffer }[]>`select spine.append_next(
    ${run}, ${String(fence)}, ${before.size}, ${before.link}, ${canonical}, ${type}, ${tier}, ${String(time)},
    ${call === null ? null : String(call)}) as link`;
}

function appendWithContent(sql: Sql, run: string, fence: bigint, batch: Batch): PromiseLike<LinkRow> {
  const { canonical, type, tier, time, call } = batch.events[0]!;
  const { ref, salt, bytes } = batch.contents[0]!;
  return sql<{ link: Buffer }[]>`select spine.append_with_content(
    ${run}, ${String(fence)}, ${batch.before.size}, ${batch.before.link}, ${canonical}, ${type}, ${tier}, ${String(time)},
    ${call === null ? null : String(call)}, ${Buffer.concat([ref.commitment, salt])}, ${bytes}, ${ref.media}) as link`;
}

function appendMany(sql: Sql, run: string, fence: bigint, batches: readonly Batch[]): PromiseLike<unknown> {
  const a = manyOf(batches);
  return sql`select spine.append_many(
    ${run}, ${String(fence)}, ${a.size}, ${a.links}, ${a.canonical}, ${a.ends}, ${a.times}, ${a.calls}, ${a.kinds},
    ${a.types}, ${a.tiers}, ${a.called}, ${a.frontier}, ${a.subtreeLevels}, ${a.subtreeIndexes}, ${a.subtreeHashes},
    ${a.contentKeys}, ${a.content}, ${a.contentEnds}, ${a.contentMedia})`;
}

/** One round trip: the last event and the seal. */
export async function sealBatch(sql: Sql, run: string, fence: bigint, batch: Batch, seal: Seal): Promise<HeadRow> {
  const { canonical, type, tier, time, link } = batch.events[0]!;
  const { subtreeLevels, subtreeIndexes, subtreeHashes } = subtreesOf(batch.subtrees);
  const [row] = await mapped(sql<HeadRow[]>`select * from spine.close_run(
    ${run}, ${String(fence)}, ${batch.before.size}, ${Buffer.concat([batch.before.link, link], 64)}, ${canonical}, ${type}, ${tier},
    ${String(time)}, ${null}, ${Buffer.concat(batch.after.nodes)}, ${subtreeLevels}, ${subtreeIndexes}, ${subtreeHashes},
    ${Buffer.from(seal.root)}, ${Buffer.from(seal.checkpoint)}, ${seal.mix})`);
  return row!;
}
