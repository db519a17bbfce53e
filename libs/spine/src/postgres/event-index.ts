/**
 * Finding events of a long run: by type, by call, by words, by their place among those that match. Reads the columns
 * beside the bytes, so it finds; it proves nothing.
 */
import { tierOf } from '../tiers.ts';
import type { Tier } from '../vocabulary.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { matching, ATTESTED, type EventFilter } from './event-filter.ts';
import { readHead } from './reads.ts';
import { eventOf, type EventRow } from './rows.ts';
import type { StoredEvent } from './store.ts';

export type { EventFilter };

export interface TypeCount {
  readonly type: string;
  readonly tier: Tier;
  readonly count: number;
}

export interface EventCounts {
  /** Events counted: all there were. */
  readonly size: number;
  readonly sealed: boolean;
  readonly types: readonly TypeCount[];
  /** Different calls that any event names. */
  readonly calls: number;
}

/** Where matching events stand, so that any page of them can be read by its first seq. */
export interface EventMarks {
  readonly matches: number;
  /** Seq of the 1st, the (every + 1)th, the (2 × every + 1)th … match. */
  readonly starts: readonly number[];
}

export interface EventIndex {
  counts(run: string): Promise<EventCounts>;
  /** A search for words reads every event: it ends with `57014` after `LONGEST_SEARCH_MS`. */
  marks(run: string, filter: EventFilter, every: number): Promise<EventMarks>;
  /** Matching events with after < seq <= upTo, in order, at most `limit`. */
  page(run: string, filter: EventFilter, range: { after: number; upTo: number; limit: number }): Promise<StoredEvent[]>;
  /** Numbers of calls that begin before `upTo` and have an event after `after`, and of the last few before that. */
  callsBetween(run: string, range: { after: number; upTo: number }): Promise<number[]>;
  /** Numbers of calls greater than `after`, in order. */
  callsAfter(run: string, range: { after: number; limit: number }): Promise<number[]>;
  /** All events of these calls, in order. */
  ofCalls(run: string, calls: readonly number[]): Promise<StoredEvent[]>;
}

/** How long a search for words may take, ms. */
export const LONGEST_SEARCH_MS = 20_000;
/** A call may still run at the start of a page. So many before the page are looked at. */
const EARLIER_CALLS = 64;

/** On a migrated Postgres, with the connections of the service role. */
export function openEventIndex(sql: Sql): EventIndex {
  return {
    counts: (run) => countsOf(sql, run),
    marks: (run, filter, every) => marksOf(sql, run, filter, every),
    page: (run, filter, range) => pageOf(sql, run, filter, range),
    async callsBetween(run, { after, upTo }) {
      const rows = await mapped(sql<{ call: string }[]>`
        (select distinct call from spine.event where run = ${run} and seq > ${after} and seq <= ${upTo} and call is not null)
        union
        (select call from spine.event
          where run = ${run} and type = 'dispatch.start' and type <> 'provenance.attested' and seq <= ${after} and call is not null
          order by seq desc limit ${EARLIER_CALLS})`);
      return rows.map(({ call }) => Number(call)).sort((a, b) => a - b);
    },
    async callsAfter(run, { after, limit }) {
      const rows = await mapped(sql<{ call: string }[]>`
        select distinct call from spine.event where run = ${run} and call > ${after} order by call limit ${limit}`);
      return rows.map(({ call }) => Number(call));
    },
    async ofCalls(run, calls) {
      const rows = await mapped(sql<EventRow[]>`
        select seq, canonical, leaf, link, type, tier, time_ns from spine.event
        where run = ${run} and call = any(${`{${calls.join(',')}}`}::bigint[]) order by seq`);
      return rows.map(eventOf);
    },
  };
}

/** Of a sealed run the closing mix says it; otherwise the rarer types are counted and the frames are the rest. */
async function countsOf(sql: Sql, run: string): Promise<EventCounts> {
  const { size, state, mix } = await readHead(sql, run);
  const [row] = await mapped(sql<{ calls: string }[]>`
    select count(distinct call) as calls from spine.event where run = ${run} and call is not null`);
  const types = mix === null ? await countedTypes(sql, run, size) : sealedTypes(mix.types);
  return {
    size,
    sealed: state === 'sealed',
    types: types.map(([type, count]) => ({ type, tier: tierOf(type), count })),
    calls: Number(row!.calls),
  };
}

async function countedTypes(sql: Sql, run: string, size: number): Promise<(readonly [string, number])[]> {
  const rows = await mapped(sql<{ type: string; count: string }[]>`
    select type, count(*) from spine.event
    where run = ${run} and type <> 'provenance.attested' and seq <= ${size} group by type order by type`);
  const others = rows.map(({ type, count }) => [type, Number(count)] as const);
  const rest = size - others.reduce((sum, [, count]) => sum + count, 0);
  return rest > 0 ? [...others, [ATTESTED, rest]] : others;
}

/** The mix counts every event before itself. */
function sealedTypes(types: Readonly<Record<string, number>>): (readonly [string, number])[] {
  return [...Object.entries(types), ['provenance.mix', 1] as const];
}

async function marksOf(sql: Sql, run: string, filter: EventFilter, every: number): Promise<EventMarks> {
  const marks = async (on: Sql): Promise<EventMarks> => {
    const [row] = await mapped(on<{ matches: string; starts: number[] | null }[]>`
      select count(*) as matches, json_agg(seq order by seq) filter (where n % ${every}::int = 0) as starts
      from (select seq, row_number() over (order by seq) - 1 as n from (${matching(on, run, filter)}) as found) as placed`);
    return { matches: Number(row!.matches), starts: row!.starts ?? [] };
  };
  if (filter.words.length === 0) return marks(sql);
  return sql.begin(async (tx) => {
    await tx`select set_config('statement_timeout', ${String(LONGEST_SEARCH_MS)}, true)`;
    // One cast: a transaction takes statements as the connection does.
    return marks(tx as unknown as Sql);
  });
}

async function pageOf(
  sql: Sql,
  run: string,
  filter: EventFilter,
  range: { after: number; upTo: number; limit: number },
): Promise<StoredEvent[]> {
  const rows = await mapped(sql<EventRow[]>`
    select seq, canonical, leaf, link, type, tier, time_ns from spine.event
    where run = ${run} and seq = any(array(${matching(sql, run, filter, range)}))
    order by seq`);
  return rows.map(eventOf);
}
