-- Appends one event to each of several runs, and checks itself what it stores, as its sisters do. (docs/adr/0279)
create or replace function spine.append_each(
  p_runs text[],
  p_fences bigint[],
  p_sizes bigint[],
  -- Previous link, leaf, link of each; 96 bytes a run.
  p_hashes bytea,
  p_canonical bytea,
  -- 0, then where each event ends.
  p_ends integer[],
  p_types text[],
  p_tiers text[],
  p_times bigint[],
  p_calls bigint[],
  p_frontiers bytea,
  -- 0, then where each frontier ends.
  p_frontier_ends integer[]
) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- By the keys, one by one, however small the tables were when this was planned.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  fitting boolean;
  taken text;
begin
  select bool_and(
    (
      -- SHA-256(00 || "provetrail/event/v1\n" || uint64BE(length) || canonical)
      substring(p_hashes from 96 * n - 63 for 32) = sha256(
        '\x0070726f7665747261696c2f6576656e742f76310a'::bytea || int8send(p_ends[n + 1] - p_ends[n])
          || substring(p_canonical from p_ends[n] + 1 for p_ends[n + 1] - p_ends[n])
      )
      -- SHA-256("runseal/link/v1\n" || prev || leaf)
      and substring(p_hashes from 96 * n - 31 for 32) =
        sha256('\x72756e7365616c2f6c696e6b2f76310a'::bytea || substring(p_hashes from 96 * n - 95 for 64))
      and p_frontier_ends[n + 1] - p_frontier_ends[n] = 32 * bit_count(int8send(p_sizes[n] + 1))
      and p_tiers[n] in ('enforced', 'attested', 'unobserved')
    ) is true
  )
  and octet_length(p_hashes) = 96 * cardinality(p_runs)
  and octet_length(p_frontiers) = p_frontier_ends[cardinality(p_runs) + 1]
  into fitting
  from generate_series(1, cardinality(p_runs)) as n;
  if fitting is not true then
    raise exception using
      errcode = '23514',
      message = format('an event of the runs %s is not what its bytes give', array_to_string(p_runs, ', '));
  end if;

  with free as (
    select h.run, n
    from (select generate_series(1, cardinality(p_runs)) as n) as each
    join spine.head h on h.run = p_runs[n]
    where h.fence = p_fences[n] and h.size = p_sizes[n] and h.state = 'open'
      and h.link = substring(p_hashes from 96 * n - 95 for 32)
    for update of h skip locked
  ), moved as (
    update spine.head h
    set size = p_sizes[n] + 1, checked = p_sizes[n] + 1, link = substring(p_hashes from 96 * n - 31 for 32),
      frontier = substring(p_frontiers from p_frontier_ends[n] + 1 for p_frontier_ends[n + 1] - p_frontier_ends[n])
    from free where h.run = free.run
    returning n
  ), stored as (
    insert into spine.event (run, seq, canonical, leaf, link, type, tier, time_ns, call, checked)
    select p_runs[n], p_sizes[n] + 1,
      substring(p_canonical from p_ends[n] + 1 for p_ends[n + 1] - p_ends[n]),
      substring(p_hashes from 96 * n - 63 for 32),
      substring(p_hashes from 96 * n - 31 for 32),
      p_types[n], p_tiers[n], p_times[n], p_calls[n], true
    from moved
  )
  select string_agg(n::text, ',') into taken from moved;
  return taken;
end
$$;
