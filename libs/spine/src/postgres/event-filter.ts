import type { Sql } from './connect.ts';

/** Frames of a harness: by far the most events of a long run, and in no index by type. */
export const ATTESTED = 'provenance.attested';

export interface EventFilter {
  /** Types, or null for all. */
  readonly types: readonly string[] | null;
  readonly call: number | null;
  /**
   * Words that all stand somewhere in the event's bytes, or in what a harness says it did by itself (the `words` of a frame,
   * while they are kept). Letters A to Z match in either case; hex digits also as bytes.
   */
  readonly words: readonly string[];
}

interface Within {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

const EVERYTHING: Within = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };

/** A query for the seqs of matching events, in order. */
export function matching(sql: Sql, run: string, filter: EventFilter, within: Within = EVERYTHING) {
  const { types, call, words } = filter;
  const { after, upTo, limit } = within;
  const searched = words.map((word) => sql`and ${holds(sql, word)}`);
  if (call !== null || words.length > 0 || types === null || types.includes(ATTESTED)) {
    return sql`
      select seq from spine.event
      where run = ${run} and seq > ${after} and seq <= ${upTo}
        ${types === null ? sql`` : sql`and type = any(${listOf(sql, types)})`}
        ${call === null ? sql`` : sql`and call = ${call}`}
        ${searched.length === 0 ? sql`` : searched}
      order by seq limit ${limit}`;
  }
  // Type by type, so that each is read in order from the index however rare it is. The type that the index leaves out is
  // written out: a plan for any parameter could not use it.
  return sql`
    select seq from unnest(${listOf(sql, types)}) as wanted (type)
    cross join lateral (
      select seq from spine.event
      where run = ${run} and type = wanted.type and type <> 'provenance.attested' and seq > ${after} and seq <= ${upTo}
      order by seq limit ${limit}
    ) as found
    order by seq limit ${limit}`;
}

/** A list as one text: as an array the driver would have to know its type. */
function listOf(sql: Sql, types: readonly string[]) {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(types)}::text::jsonb))`;
}

function holds(sql: Sql, word: string) {
  const bytes = Buffer.from(word, 'utf8');
  const inText = (column: string) =>
    sql`position(lower(encode(${bytes}::bytea, 'escape')) in lower(encode(${sql(column)}, 'escape'))) > 0`;
  const said = sql`(${inText('canonical')} or (type = ${ATTESTED} and exists (
    select from (select substring(canonical from nullif(position(${WORDS} in canonical), 0)) as rest) as frame
    join spine.content c on c.run = spine.event.run
      and c.commitment = substring(rest from nullif(position(${COMMITMENT} in rest), 0) + ${COMMITMENT.length} for 32)
    where ${inText('c.bytes')})))`;
  if (!/^([0-9a-f]{2}){4,}$/i.test(word)) return said;
  return sql`(${said} or position(${Buffer.from(word, 'hex')}::bytea in canonical) > 0)`;
}

/** In a frame's bytes: the key `words` and the head of its map of three, and within it the key `commitment` and the head of 32 bytes. */
const WORDS = Buffer.from('\x65words\xa3', 'latin1');
const COMMITMENT = Buffer.from('\x6acommitment\x58\x20', 'latin1');
