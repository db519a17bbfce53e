-- Appends one event and the content it brings, as most of a run are: without the lists of spine.append_many. (docs/adr/0278)
create function spine.append_with_content(
  p_run text,
  p_fence bigint,
  p_size bigint,
  -- Previous link, leaf, link; 96 bytes.
  p_hashes bytea,
  p_canonical bytea,
  p_type text,
  p_tier text,
  p_time bigint,
  p_call bigint,
  p_frontier bytea,
  -- Commitment, then salt; 64 bytes.
  p_content_keys bytea,
  p_content bytea,
  p_content_media text
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
  perform spine.append_one(p_run, p_fence, p_size, p_hashes, p_canonical, p_type, p_tier, p_time, p_call, p_frontier);
  insert into spine.content (run, commitment, salt, size, bytes, media)
  values (
    p_run, substring(p_content_keys for 32), substring(p_content_keys from 33), octet_length(p_content), p_content, p_content_media
  )
  -- The same content may be named again, also after its erasure: then the tombstone stays.
  on conflict (run, commitment) do nothing;
end
$$;

revoke all on function spine.append_with_content from public;
grant execute on function spine.append_with_content to runseal_service;
