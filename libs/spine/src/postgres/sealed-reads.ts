import { SpineError } from '../errors.ts';
import { encodeEventProof } from '../event-proof.ts';
import type { Hasher } from '../hash.ts';
import { inclusionProof, partsProof, type FetchSubtrees } from '../merkle.ts';
import { recordParts } from '../record.ts';
import { encodeSlice } from '../slice/slice.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { readEvents, readHead, scanEvents } from './reads.ts';
import { bytesOf } from './rows.ts';

const CHUNK_BYTES = 64 * 1024;

/** The record's bytes in pieces of about 64 KiB; never held whole. */
export async function* readRecord(sql: Sql, run: string): AsyncGenerator<Uint8Array> {
  const { size, checkpoint } = await readSeal(sql, run);
  yield* inChunks(recordParts(size, canonicalOf(sql, run, size), checkpoint));
}

/** Inclusion proof of one event; reads at most 256 hashes a level of 8. Throws `record.index_out_of_range`. */
export async function readEventProof(sql: Sql, run: string, seq: number, hasher: Hasher): Promise<Uint8Array> {
  const { size, checkpoint } = await readSeal(sql, run);
  const index = seq - 1;
  const inclusion = await inclusionProof(index, size, subtreeReader(sql, run), hasher);
  const [event] = await readEvents(sql, run, { after: index, limit: 1 });
  if (event?.seq !== seq)
    throw new SpineError(
      'runseal.store_damaged',
      `Event ${seq} of run ${run} is missing in the database. Restore it from a backup.`,
      { seq },
    );
  return encodeEventProof({ size, index, canonical: event.canonical, inclusion, checkpoint });
}

/** These events and the proof of their places. Throws `record.index_out_of_range`. */
export async function readSlice(sql: Sql, run: string, seqs: readonly number[], hasher: Hasher): Promise<Uint8Array> {
  const { size, checkpoint } = await readSeal(sql, run);
  const indexes = seqs.map((seq) => seq - 1);
  const hashes = await partsProof(indexes, size, subtreeReader(sql, run), hasher);
  const rows = await mapped(sql<{ canonical: Buffer }[]>`
    select canonical from spine.event
    where run = ${run} and seq in (select jsonb_array_elements_text(${JSON.stringify(seqs)}::text::jsonb)::bigint) order by seq`);
  if (rows.length !== seqs.length)
    throw new SpineError(
      'runseal.store_damaged',
      `Events of run ${run} are missing in the database. Restore it from a backup.`,
    );
  return encodeSlice({ size, indexes, events: rows.map((row) => bytesOf(row.canonical)), hashes, checkpoint });
}

async function readSeal(sql: Sql, run: string): Promise<{ size: number; checkpoint: Uint8Array }> {
  const { size, checkpoint } = await readHead(sql, run);
  if (checkpoint === null) throw new SpineError('runseal.not_sealed', `Run ${run} is still open. Seal it first.`);
  const [pruned] = await mapped(
    sql<{ confirmed_by: string; reason: string }[]>`
      select confirmed_by, reason from spine.prune where run = ${run} and confirmed_at is not null`,
  );
  if (pruned !== undefined)
    throw new SpineError(
      'runseal.pruned',
      `Run ${run} was removed for ever (${pruned.reason}). Its seal is in the ledger.`,
    );
  return { size, checkpoint };
}

async function* canonicalOf(sql: Sql, run: string, size: number): AsyncGenerator<Uint8Array> {
  for await (const { canonical } of scanEvents(sql, run, { upTo: size })) yield canonical;
}

function subtreeReader(sql: Sql, run: string): FetchSubtrees {
  return async (level, start, count) => {
    const rows = await mapped(
      level === 0
        ? sql<{ hash: Buffer }[]>`
            select leaf as hash from spine.event where run = ${run} and seq > ${start} order by seq limit ${count}`
        : sql<{ hash: Buffer }[]>`
            select hash from spine.subtree where run = ${run} and level = ${level} and index >= ${start} order by index limit ${count}`,
    );
    return rows.map(({ hash }) => bytesOf(hash));
  };
}

async function* inChunks(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    waiting.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    yield joined(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield joined(waiting);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return bytesOf(Buffer.concat(parts));
}
