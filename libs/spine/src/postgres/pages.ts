/**
 * A run read page by page, each bounded in bytes as well as in rows: what one page takes of memory is known beforehand,
 * however long the run and however large what it holds. One page is held at a time, and the next is only asked for once it
 * was used. Every page is a statement of its own, so a reader that takes its time holds no connection. It comes as one row:
 * thousands of small ones cost the driver many times their size.
 */
import { SpineError } from '../errors.ts';
import type { Tier } from '../vocabulary.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { bytesOf } from './rows.ts';

/** Events of a page, at most. */
const PAGE_EVENTS = 512;
/** Canonical bytes of a page, about; one event alone may be larger. */
const PAGE_BYTES = 256 * 1024;
const PAGE_LEAVES = 4_096;

/** A row of spine.event with every column. Bytes are views into one piece of memory a page. */
export interface WholeRow {
  readonly seq: string;
  readonly canonical: Uint8Array;
  readonly leaf: Uint8Array;
  readonly link: Uint8Array;
  readonly type: string;
  readonly tier: Tier;
  readonly time_ns: string;
  readonly call: string | null;
}

/** The rows of events after `after` in order by seq. Events that are missing are passed over. */
export async function* rowPages(
  sql: Sql,
  run: string,
  { after, upTo }: { after: number; upTo: number },
): AsyncGenerator<Iterable<WholeRow>> {
  for (let last = after; last < upTo;) {
    const [page] = await mapped(sql<{ bytes: Buffer; columns: string | null }[]>`
      select string_agg(canonical || leaf || link, ''::bytea order by seq) as bytes,
        json_agg(json_build_array(seq::text, type, tier, time_ns::text, call::text, octet_length(canonical),
          octet_length(leaf), octet_length(link)) order by seq)::text as columns
      from (${pageOf(sql, run, last, upTo)}) as page where before < ${PAGE_BYTES}`);
    if (page === undefined || page.columns === null) return;
    // The one cast of what the statement above puts together.
    const columns = JSON.parse(page.columns) as Columns[];
    yield rowsOf(columns, bytesOf(page.bytes));
    last = Number(columns.at(-1)![0]);
  }
}

type Columns = readonly [
  ...[seq: string, type: string, tier: Tier, time: string, call: string | null],
  ...[canonical: number, leaf: number, link: number],
];

function* rowsOf(all: readonly Columns[], bytes: Uint8Array): Generator<WholeRow> {
  let at = 0;
  const next = (length: number): Uint8Array => bytes.subarray(at, (at += length));
  for (const [seq, type, tier, time_ns, call, ...lengths] of all) {
    const [canonical, leaf, link] = lengths;
    yield {
      ...{ seq, type, tier, time_ns, call },
      ...{ canonical: next(canonical), leaf: next(leaf), link: next(link) },
    };
  }
}

/** Views into the bytes of a page, made anew each time they are gone through. */
export type CanonicalPage = Iterable<Uint8Array>;

/** The canonical bytes of events 1 to `size`, a page at a time. Throws `runseal.store_damaged` where one is missing. */
export async function* canonicalPages(sql: Sql, run: string, size: number): AsyncGenerator<CanonicalPage> {
  for (let read = 0; read < size;) {
    const [page] = await mapped(sql<{ last: string | null; lengths: string | null; bytes: Buffer }[]>`
      select max(seq) as last, json_agg(octet_length(canonical) order by seq)::text as lengths,
        string_agg(canonical, ''::bytea order by seq) as bytes
      from (${pageOf(sql, run, read, size)}) as page where before < ${PAGE_BYTES}`);
    const lengths = JSON.parse(page!.lengths ?? '[]') as readonly number[];
    if (lengths.length === 0 || Number(page!.last) !== read + lengths.length) throw await missingAfter(sql, run, read);
    const bytes = bytesOf(page!.bytes);
    yield { [Symbol.iterator]: () => cut(bytes, lengths) };
    read += lengths.length;
  }
}

/** The leaf hashes of events 1 to `size` as they stand in the database: so many times 32 bytes a page. Throws as `canonicalPages`. */
export async function* leafPages(sql: Sql, run: string, size: number): AsyncGenerator<Uint8Array> {
  for (let read = 0; read < size;) {
    const [page] = await mapped(sql<{ count: string; last: string | null; leaves: Buffer }[]>`
      select count(*) as count, max(seq) as last, string_agg(leaf, ''::bytea order by seq) as leaves
      from (
        select seq, leaf from spine.event where run = ${run} and seq > ${read} and seq <= ${size}
        order by seq limit ${PAGE_LEAVES}
      ) as page`);
    const count = Number(page!.count);
    if (count === 0 || Number(page!.last) !== read + count) throw await missingAfter(sql, run, read);
    yield bytesOf(page!.leaves);
    read += count;
  }
}

/** Rows of a page, and a few beyond it: `before` says how many bytes of canonical come before each. */
const pageOf = (sql: Sql, run: string, after: number, upTo: number) => sql`
  select *, sum(octet_length(canonical)) over (order by seq rows unbounded preceding) - octet_length(canonical) as before
  from spine.event where run = ${run} and seq > ${after} and seq <= ${upTo} order by seq limit ${PAGE_EVENTS}`;

function* cut(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  for (const length of lengths) yield bytes.subarray(at, (at += length));
}

/** The first event after `seq` that is not there. */
async function missingAfter(sql: Sql, run: string, seq: number): Promise<SpineError> {
  let last = seq;
  for await (const page of rowPages(sql, run, { after: seq, upTo: seq + PAGE_LEAVES }))
    for (const row of page) {
      if (Number(row.seq) !== last + 1) return missing(run, last + 1);
      last += 1;
    }
  return missing(run, last + 1);
}

export const missing = (run: string, seq: number): SpineError =>
  new SpineError(
    'runseal.store_damaged',
    `Event ${seq} of run ${run} is missing in the database. Restore it from a backup.`,
    { seq },
  );
