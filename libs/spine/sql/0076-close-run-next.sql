-- The last event and the seal. That what the database computed is what was sealed is looked at before it is. (docs/adr/0280)
drop function spine.close_run;
create function spine.close_run(
  p_run text,
  p_fence bigint,
  p_size bigint,
  -- Previous link, link; 64 bytes.
  p_links bytea,
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
  appended bytea := spine.append_next(
    p_run, p_fence, p_size, substring(p_links for 32), p_canonical, p_type, p_tier, p_time, p_call
  );
  sealed spine.head;
begin
  insert into spine.subtree (run, level, index, hash)
  select p_run, level, index, substring(p_subtree_hashes from 32 * (n - 1)::integer + 1 for 32)
  from unnest(p_subtree_levels, p_subtree_indexes) with ordinality as s (level, index, n);
  update spine.head
  set state = 'sealed', sealed_at = clock_timestamp(), root = p_root, checkpoint = p_checkpoint, mix = p_mix::jsonb
  where run = p_run
  returning * into sealed;
  if appended <> substring(p_links from 33) or sealed.frontier <> p_frontier then
    raise exception using
      errcode = '23514',
      message = format('event %s of run %s, or where its log stands, is not what its bytes give', p_size + 1, p_run);
  end if;
  return sealed;
end
$$;

revoke all on function spine.close_run from public;
grant execute on function spine.close_run to runseal_service;
