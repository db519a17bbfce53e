import type { Content } from '../content.ts';
import { SpineError } from '../errors.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { contentOf, eventOf, headOf, type ContentRow, type EventRow, type HeadRow } from './rows.ts';
import type { Head, StoredEvent } from './store.ts';

const EVENTS_LIMIT = 10_000;
const SCAN_PAGE = 1_000;
/** A content may be large: few at a time. */
const CONTENT_PAGE = 16;

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
  const upTo = range.upTo ?? Number.MAX_SAFE_INTEGER;
  let after = range.after ?? 0;
  while (after < upTo) {
    const page = await readEvents(sql, run, { after, limit: Math.min(SCAN_PAGE, upTo - after) });
    for (const event of page) {
      if (event.seq !== after + 1) {
        throw new SpineError(
          'runseal.store_damaged',
          `Event ${after + 1} of run ${run} is missing in the database. Restore it from a backup.`,
          { seq: after + 1 },
        );
      }
      yield event;
      after = event.seq;
    }
    if (page.length < SCAN_PAGE) return;
  }
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

export async function* readContents(sql: Sql, run: string): AsyncGenerator<Content> {
  let after: Buffer = Buffer.alloc(0);
  for (;;) {
    const rows = await mapped(sql<ContentRow[]>`
      select commitment, media, size, salt, bytes from spine.content
      where run = ${run} and commitment > ${after} and erased_at is null order by commitment limit ${CONTENT_PAGE}`);
    for (const row of rows) {
      const content = contentOf(row);
      if (content !== null) yield content;
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.commitment;
  }
}
