-- Appends one event and the content it brings, as most of a run are. (docs/adr/0278, 0280)
drop function spine.append_with_content;
create function spine.append_with_content(
  p_run text,
  p_fence bigint,
  p_size bigint,
  p_prev bytea,
  p_canonical bytea,
  p_type text,
  p_tier text,
  p_time bigint,
  p_call bigint,
  -- Commitment, then salt; 64 bytes.
  p_content_keys bytea,
  p_content bytea,
  p_content_media text
) returns bytea
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into spine.content (run, commitment, salt, size, bytes, media)
  values (
    p_run, substring(p_content_keys for 32), substring(p_content_keys from 33), octet_length(p_content), p_content, p_content_media
  )
  -- The same content may be named again, also after its erasure: then the tombstone stays.
  on conflict (run, commitment) do nothing;
  return spine.append_next(p_run, p_fence, p_size, p_prev, p_canonical, p_type, p_tier, p_time, p_call);
end
$$;

revoke all on function spine.append_with_content from public;
grant execute on function spine.append_with_content to runseal_service;
