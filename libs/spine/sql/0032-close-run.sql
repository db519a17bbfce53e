-- Appends the last event and closes the run, in one transaction. Takes what spine.append_one takes, the subtrees the event
-- completes, then the seal.
create function spine.close_run(
  p_run text,
  p_fence bigint,
  p_size bigint,
  p_hashes bytea,
  p_canonical bytea,
  p_type text,
  p_tier text,
  p_time bigint,
  p_call bigint,
  p_frontier bytea,
  p_subtree_levels integer[],
  p_subtree_indexes bigint[],
  p_subtree_hashes bytea,
  p_root bytea,
  p_checkpoint bytea,
  p_mix text
) returns spine.head
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
declare
  sealed spine.head;
begin
  perform spine.append_one(p_run, p_fence, p_size, p_hashes, p_canonical, p_type, p_tier, p_time, p_call, p_frontier);
  insert into spine.subtree (run, level, index, hash)
  select p_run, level, index, substring(p_subtree_hashes from 32 * (n - 1)::integer + 1 for 32)
  from unnest(p_subtree_levels, p_subtree_indexes) with ordinality as s (level, index, n);
  update spine.head
  set state = 'sealed', sealed_at = clock_timestamp(), root = p_root, checkpoint = p_checkpoint, mix = p_mix::jsonb
  where run = p_run
  returning * into sealed;
  return sealed;
end
$$;
