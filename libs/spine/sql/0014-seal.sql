-- Appends the last event and closes the run, in one transaction. Takes what spine.append takes, then the seal.
create function spine.seal(
  p_run text,
  p_fence bigint,
  p_size bigint,
  p_links bytea,
  p_leaves bytea,
  p_canonical bytea,
  p_ends integer[],
  p_types text[],
  p_tiers text[],
  p_times bigint[],
  p_calls bigint[],
  p_frontier bytea,
  p_subtree_levels integer[],
  p_subtree_indexes bigint[],
  p_subtree_hashes bytea,
  p_content_keys bytea,
  p_content bytea,
  p_content_ends integer[],
  p_content_media text[],
  p_root bytea,
  p_checkpoint bytea,
  p_mix text
) returns spine.head
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  sealed spine.head;
begin
  perform spine.append(
    p_run, p_fence, p_size, p_links, p_leaves, p_canonical, p_ends, p_types, p_tiers, p_times, p_calls, p_frontier,
    p_subtree_levels, p_subtree_indexes, p_subtree_hashes, p_content_keys, p_content, p_content_ends, p_content_media
  );
  update spine.head
  set state = 'sealed', sealed_at = clock_timestamp(), root = p_root, checkpoint = p_checkpoint, mix = p_mix::jsonb
  where run = p_run
  returning * into sealed;
  return sealed;
end
$$;
