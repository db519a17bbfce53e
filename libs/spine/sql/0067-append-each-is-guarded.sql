-- As before, and takes back the setting that says that a function checks for itself: this one leaves it to the guards. (docs/adr/0277)
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
  taken text;
begin
  perform set_config('runseal.append', '', true);
  with free as (
    select h.run, n
    from (select generate_series(1, cardinality(p_runs)) as n) as each
    join spine.head h on h.run = p_runs[n]
    where h.fence = p_fences[n] and h.size = p_sizes[n] and h.state = 'open'
      and h.link = substring(p_hashes from 96 * n - 95 for 32)
    for update of h skip locked
  ), moved as (
    update spine.head h
    set size = p_sizes[n] + 1, link = substring(p_hashes from 96 * n - 31 for 32),
      frontier = substring(p_frontiers from p_frontier_ends[n] + 1 for p_frontier_ends[n + 1] - p_frontier_ends[n])
    from free where h.run = free.run
    returning n
  ), stored as (
    insert into spine.event (run, seq, canonical, prev, leaf, link, type, tier, time_ns, call)
    select p_runs[n], p_sizes[n] + 1,
      substring(p_canonical from p_ends[n] + 1 for p_ends[n + 1] - p_ends[n]),
      substring(p_hashes from 96 * n - 95 for 32),
      substring(p_hashes from 96 * n - 63 for 32),
      substring(p_hashes from 96 * n - 31 for 32),
      p_types[n], p_tiers[n], p_times[n], p_calls[n]
    from moved
  )
  select string_agg(n::text, ',') into taken from moved;
  return taken;
end
$$;
