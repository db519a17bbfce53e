-- Appends one event that brings neither content nor a subtree, if the head is still where the caller believes it to be.
-- Most appends are this one: nothing is taken apart for it.
create function spine.append_one(
  p_run text,
  p_fence bigint,
  p_size bigint,
  -- Previous link, leaf, link; 32 bytes each.
  p_hashes bytea,
  p_canonical bytea,
  p_type text,
  p_tier text,
  p_time bigint,
  p_call bigint,
  p_frontier bytea
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  update spine.head
  set size = p_size + 1, link = substring(p_hashes from 65), frontier = p_frontier
  where run = p_run and fence = p_fence and size = p_size and state = 'open' and link = substring(p_hashes for 32);
  if not found then
    perform spine.refuse_append(p_run, p_fence, p_size);
  end if;
  insert into spine.event (run, seq, canonical, prev, leaf, link, type, tier, time_ns, call)
  values (
    p_run, p_size + 1, p_canonical, substring(p_hashes for 32), substring(p_hashes from 33 for 32),
    substring(p_hashes from 65), p_type, p_tier, p_time, p_call
  );
end
$$;
