import { toHex } from '../bytes.ts';
import type { Content } from '../content.ts';
import { SpineError } from '../errors.ts';
import { HASH_BYTES } from '../hash.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { leafPages, missing, rowPages } from './pages.ts';
import { bytesOf, contentOf, eventOf, headOf, type ContentRow, type EventRow, type HeadRow } from './rows.ts';
import type { Head, StoredEvent } from './store.ts';

const EVENTS_LIMIT = 10_000;
/** Contents of a page, at most, and about how many bytes of them; one alone may be larger. */
const PAGE_CONTENTS = 256;
const PAGE_BYTES = 512 * 1024;

export async function readHead(sql: Sql, run: string): Promise<Head> {
  const [row] = await mapped(sql<HeadRow[]>`select * from spine.head where run = ${run}`);
  if (row === undefined) throw new SpineError('runseal.run_unknown', `There is no run ${run}. Check its id.`);
  return headOf(row);
}

/** Events with seq > after, in order. Throws `runseal.bad_range`. */
export async function readEvents(
  sql: Sql,
  run: string,
  range: { after: number; limit: number },
): Promise<readonly StoredEvent[]> {
  const { after, limit } = range;
  if (!Number.isSafeInteger(after) || after < 0 || !Number.isSafeInteger(limit) || limit < 1 || limit > EVENTS_LIMIT) {
    throw new SpineError('runseal.bad_range', `"after" is an integer from 0 and "limit" one from 1 to ${EVENTS_LIMIT}`);
  }
  const rows = await mapped(sql<EventRow[]>`
    select seq, canonical, leaf, link, type, tier, time_ns from spine.event
    where run = ${run} and seq > ${after} order by seq limit ${limit}`);
  return rows.map(eventOf);
}

/** All events in order, a page at a time. Throws `runseal.store_damaged` where one is missing. */
export async function* scanEvents(
  sql: Sql,
  run: string,
  range: { after?: number; upTo?: number } = {},
): AsyncGenerator<StoredEvent> {
  const { after = 0, upTo = Number.MAX_SAFE_INTEGER } = range;
  let last = after;
  for await (const page of rowPages(sql, run, { after, upTo }))
    for (const { canonical, leaf, link, type, tier, ...row } of page) {
      if (Number(row.seq) !== last + 1) throw missing(run, last + 1);
      last += 1;
      yield { seq: last, canonical, leaf, link, type, tier, time: BigInt(row.time_ns) };
    }
}

/** Leaf hash of every event as it stands in the database, in order: so many times 32 bytes. Throws `runseal.store_damaged`. */
export async function* readLeaves(sql: Sql, run: string): AsyncGenerator<Uint8Array> {
  const { size } = await readHead(sql, run);
  yield* leafPages(sql, run, size);
}

export async function readContent(
  sql: Sql,
  run: string,
  commitment: Uint8Array,
): Promise<{ content: Content | null; erased: boolean }> {
  const [row] = await mapped(sql<ContentRow[]>`
    select commitment, media, size, salt, bytes from spine.content where run = ${run} and commitment = ${Buffer.from(commitment)}`);
  if (row === undefined) return { content: null, erased: false };
  const content = contentOf(row);
  return { content, erased: content === null };
}

/** All content that still exists, by commitment, a page at a time. */
export const readContents = (sql: Sql, run: string): AsyncGenerator<Content> => contentPages(sql, run, null);

/** Those of these contents (commitments of 32 bytes) that still exist, by commitment, a page at a time. */
export const readContentsOf = (sql: Sql, run: string, commitments: readonly Uint8Array[]): AsyncGenerator<Content> =>
  contentPages(sql, run, commitments);

async function* contentPages(
  sql: Sql,
  run: string,
  commitments: readonly Uint8Array[] | null,
): AsyncGenerator<Content> {
  const named = commitments === null ? null : arrayOf(commitments);
  let after: Uint8Array = new Uint8Array(0);
  for (;;) {
    const page = await contentPage(sql, { run, after, named });
    for (const content of page) yield content;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.ref.commitment;
  }
}

/** As the pages of events (`pages.ts`): bounded in bytes, and one row. */
async function contentPage(
  sql: Sql,
  { run, after, named }: { run: string; after: Uint8Array; named: string | null },
): Promise<readonly Content[]> {
  const which = named === null ? sql`` : sql`and commitment = any(${named}::text::bytea[])`;
  const [page] = await mapped(sql<{ refs: string | null; bytes: Buffer }[]>`
    select json_agg(json_build_array(media, octet_length(salt), octet_length(bytes)) order by commitment)::text as refs,
      string_agg(commitment || salt || bytes, ''::bytea order by commitment) as bytes
    from (
      select commitment, media, salt, bytes,
        sum(octet_length(bytes)) over (order by commitment rows unbounded preceding) - octet_length(bytes) as before
      from spine.content
      where run = ${run} and commitment > ${Buffer.from(after)} and erased_at is null
        and salt is not null and bytes is not null ${which}
      order by commitment limit ${PAGE_CONTENTS}
    ) as page where before < ${PAGE_BYTES}`);
  if (page === undefined || page.refs === null) return [];
  const all = bytesOf(page.bytes);
  let at = 0;
  const next = (length: number): Uint8Array => all.subarray(at, (at += length));
  // The one cast of what the statement above puts together.
  return (JSON.parse(page.refs) as [media: string, salt: number, size: number][]).map(([media, salt, size]) => ({
    ref: { commitment: next(HASH_BYTES), bytes: size, media },
    salt: next(salt),
    bytes: next(size),
  }));
}

/** An array of bytea as Postgres reads it. */
const arrayOf = (all: readonly Uint8Array[]): string => `{${all.map((one) => `"\\\\x${toHex(one)}"`).join(',')}}`;
