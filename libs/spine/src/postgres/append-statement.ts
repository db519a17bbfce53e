import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { eachOf, hashesOf, manyOf, subtreesOf, type Member } from './parameters.ts';
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
  return mapped(statementOf(sql, run, fence, batches));
}

function statementOf(sql: Sql, run: string, fence: bigint, batches: readonly Batch[]): PromiseLike<unknown> {
  const contents = batches[0]!.contents.length;
  if (!isOneEventOf(batches) || contents > 1) return appendMany(sql, run, fence, batches);
  return contents === 0 ? appendOne(sql, run, fence, batches[0]!) : appendWithContent(sql, run, fence, batches[0]!);
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

function appendOne(sql: Sql, run: string, fence: bigint, batch: Batch): PromiseLike<unknown> {
  const { canonical, type, tier, time, call } = batch.events[0]!;
  return sql`select spine.append_one(
    ${run}, ${String(fence)}, ${batch.before.size}, ${hashesOf(batch)}, ${canonical}, ${type}, ${tier}, ${String(time)},
    ${call === null ? null : String(call)}, ${Buffer.concat(batch.after.nodes)})`;
}

function appendWithContent(sql: Sql, run: string, fence: bigint, batch: Batch): PromiseLike<unknown> {
  const { canonical, type, tier, time, call } = batch.events[0]!;
  const { ref, salt, bytes } = batch.contents[0]!;
  return sql`select spine.append_with_content(
    ${run}, ${String(fence)}, ${batch.before.size}, ${hashesOf(batch)}, ${canonical}, ${type}, ${tier}, ${String(time)},
    ${call === null ? null : String(call)}, ${Buffer.concat(batch.after.nodes)},
    ${Buffer.concat([ref.commitment, salt])}, ${bytes}, ${ref.media})`;
}

function appendMany(sql: Sql, run: string, fence: bigint, batches: readonly Batch[]): PromiseLike<unknown> {
  const a = manyOf(batches);
  return sql`select spine.append_many(
    ${run}, ${String(fence)}, ${a.size}, ${a.links}, ${a.leaves}, ${a.canonical}, ${a.ends}, ${a.times}, ${a.calls},
    ${a.kinds}, ${a.types}, ${a.tiers}, ${a.called}, ${a.frontier}, ${a.subtreeLevels}, ${a.subtreeIndexes},
    ${a.subtreeHashes}, ${a.contentKeys}, ${a.content}, ${a.contentEnds}, ${a.contentMedia})`;
}

/** One round trip: the last event and the seal. */
export async function sealBatch(sql: Sql, run: string, fence: bigint, batch: Batch, seal: Seal): Promise<HeadRow> {
  const { canonical, type, tier, time } = batch.events[0]!;
  const { subtreeLevels, subtreeIndexes, subtreeHashes } = subtreesOf(batch.subtrees);
  const [row] = await mapped(sql<HeadRow[]>`select * from spine.close_run(
    ${run}, ${String(fence)}, ${batch.before.size}, ${hashesOf(batch)}, ${canonical}, ${type}, ${tier}, ${String(time)},
    ${null}, ${Buffer.concat(batch.after.nodes)}, ${subtreeLevels}, ${subtreeIndexes}, ${subtreeHashes},
    ${Buffer.from(seal.root)}, ${Buffer.from(seal.checkpoint)}, ${seal.mix})`);
  return row!;
}
