import type { AskedEvent } from '../claims/index.ts';
import { SpineError } from '../errors.ts';
import { encodeEventProof } from '../event-proof.ts';
import { viewEvent, type EventView } from '../event/view.ts';
import type { Hasher } from '../hash.ts';
import { inclusionProof, partsProof, type FetchSubtrees } from '../merkle.ts';
import { recordEvents, recordHeader, recordTrailer } from '../record.ts';
import { encodeSlice } from '../slice/slice.ts';
import type { CborMap } from '../values.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { canonicalPages, missing, type CanonicalPage } from './pages.ts';
import { readEvents, readHead } from './reads.ts';
import { bytesOf } from './rows.ts';

/** The record's bytes, a page of events a piece; never held whole. */
export async function* readRecord(sql: Sql, run: string): AsyncGenerator<Uint8Array> {
  const { size, checkpoint } = await readSeal(sql, run);
  yield recordHeader(size);
  for await (const page of canonicalPages(sql, run, size)) yield recordEvents([...page]);
  yield recordTrailer(checkpoint);
}

/**
 * The events of a run, read from their canonical bytes, a page at a time; none where they were pruned. A page may be gone
 * through more than once, and its events are made anew each time: they need not be held. Throws `runseal.store_damaged`
 * where one is missing.
 */
export async function* readAllEvents(sql: Sql, run: string): AsyncGenerator<Iterable<AskedEvent>> {
  const { size } = await readHead(sql, run);
  if ((await pruneOf(sql, run)) !== null) return;
  for await (const page of canonicalPages(sql, run, size)) yield { [Symbol.iterator]: () => eventsOf(page) };
}

function* eventsOf(page: CanonicalPage): Generator<AskedEvent> {
  for (const canonical of page) yield new AskedView(viewEvent(canonical));
}

/** A store of ours gives no event a seq that a number does not hold. */
class AskedView implements AskedEvent {
  readonly seq: number;
  readonly type: string;
  readonly #event: EventView;

  constructor(event: EventView) {
    this.seq = Number(event.seq);
    this.type = event.type;
    this.#event = event;
  }

  get payload(): CborMap {
    return this.#event.payload;
  }
}

/** Inclusion proof of one event; reads at most 256 hashes a level of 8. Throws `record.index_out_of_range`. */
export async function readEventProof(sql: Sql, run: string, seq: number, hasher: Hasher): Promise<Uint8Array> {
  const { size, checkpoint } = await readSeal(sql, run);
  const index = seq - 1;
  const inclusion = await inclusionProof(index, size, subtreeReader(sql, run), hasher);
  const [event] = await readEvents(sql, run, { after: index, limit: 1 });
  if (event?.seq !== seq) throw missing(run, seq);
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
  const pruned = await pruneOf(sql, run);
  if (pruned !== null)
    throw new SpineError(
      'runseal.pruned',
      `Run ${run} was removed for ever (${pruned.reason}). Its seal is in the ledger.`,
    );
  return { size, checkpoint };
}

async function pruneOf(sql: Sql, run: string): Promise<{ reason: string } | null> {
  const [pruned] = await mapped(
    sql<{ reason: string }[]>`select reason from spine.prune where run = ${run} and confirmed_at is not null`,
  );
  return pruned ?? null;
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
