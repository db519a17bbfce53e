/** What is compared with: the same bytes into a table of run, seq and bytes with the same key, and nothing else. */
import type { Sql } from '@runseal/spine/postgres';

export async function createBare(owner: Sql): Promise<void> {
  await owner`create table public.bare (run text, seq bigint, canonical bytea, primary key (run, seq))`;
  await owner`create table public.bare_head (run text primary key, size bigint, link bytea) with (fillfactor = 50)`;
  await owner`
    create function public.two_writes(p_run text, p_size bigint, p_link bytea, p_canonical bytea) returns void
    language plpgsql as $$
    begin
      update public.bare_head set size = p_size + 1, link = p_link where run = p_run and size = p_size;
      insert into public.bare values (p_run, p_size + 1, p_canonical);
    end
    $$`;
}

/** One row, or a multi-row INSERT … VALUES as the driver writes it; a prepared statement either way. */
export function insertBare(sql: Sql, run: string, after: number, canonical: readonly Buffer[]): PromiseLike<unknown> {
  if (canonical.length === 1) return sql`insert into public.bare values (${run}, ${after + 1}, ${canonical[0]!})`;
  return sql`insert into public.bare ${sql(canonical.map((bytes, i) => ({ run, seq: after + 1 + i, canonical: bytes })))}`;
}

/**
 * The least that compares and sets a head and stores an event: both writes in one function, and nothing is checked. What an
 * append costs beyond this is what the checks and the hashes cost.
 */
export async function openTwoWrites(sql: Sql, run: string, canonical: Buffer): Promise<() => PromiseLike<unknown>> {
  await sql`insert into public.bare_head values (${run}, 0, '')`;
  const link = Buffer.alloc(32);
  let size = 0;
  return () => sql`select public.two_writes(${run}, ${size++}, ${link}, ${canonical})`;
}

/** The quickest form we know: all bytes as one parameter, taken apart by the server. */
export function insertPacked(sql: Sql, run: string, after: number, canonical: readonly Buffer[]): PromiseLike<unknown> {
  const ends: number[] = [0];
  let end = 0;
  for (const { length } of canonical) ends.push((end += length));
  return sql`
    insert into public.bare
    select ${run}, ${after}::bigint + n, substring(p.whole from p.ends[n] + 1 for p.ends[n + 1] - p.ends[n])
    from (select ${Buffer.concat(canonical)}::bytea as whole, ${`{${ends.join(',')}}`}::int[] as ends offset 0) as p,
      generate_series(1, ${canonical.length}::int) as n`;
}
