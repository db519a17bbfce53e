-- As before, and takes back the setting that says that a function checks for itself: this one does not, and anybody may set
-- it. For programs that were started before spine.append_many and still run beside the new ones. (docs/adr/0277)
create or replace function spine.append(
  p_run text,
  p_fence bigint,
  p_size bigint,
  -- Previous link, then one link an event; 32 bytes each.
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
  -- Commitment, then salt; 64 bytes a content.
  p_content_keys bytea,
  p_content bytea,
  p_content_ends integer[],
  p_content_media text[]
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- A plan with megabytes of parameters folded in costs more than it saves.
set plan_cache_mode = force_generic_plan
as $$
declare
  added constant integer := cardinality(p_ends);
begin
  perform set_config('runseal.append', '', true);
  if added < 1 or octet_length(p_links) <> 32 * (added + 1) or octet_length(p_leaves) <> 32 * added
    or p_ends[added] <> octet_length(p_canonical) then
    raise exception using errcode = 'RS008', message = 'the parts of the append do not fit together';
  end if;

  update spine.head
  set size = p_size + added, link = substring(p_links from 32 * added + 1 for 32), frontier = p_frontier
  where run = p_run and fence = p_fence and size = p_size and state = 'open'
    and link = substring(p_links from 1 for 32);
  if not found then
    perform spine.refuse_append(p_run, p_fence, p_size);
  end if;

  insert into spine.event (run, seq, canonical, prev, leaf, link, type, tier, time_ns, call)
  select p_run, p_size + n,
    substring(p_canonical from coalesce(p_ends[n::integer - 1], 0) + 1 for ending - coalesce(p_ends[n::integer - 1], 0)),
    substring(p_links from 32 * (n - 1)::integer + 1 for 32),
    substring(p_leaves from 32 * (n - 1)::integer + 1 for 32),
    substring(p_links from 32 * n::integer + 1 for 32),
    type, tier, time_ns, call
  from unnest(p_ends, p_types, p_tiers, p_times, p_calls) with ordinality as e (ending, type, tier, time_ns, call, n);

  if cardinality(p_subtree_levels) > 0 then
    insert into spine.subtree (run, level, index, hash)
    select p_run, level, index, substring(p_subtree_hashes from 32 * (n - 1)::integer + 1 for 32)
    from unnest(p_subtree_levels, p_subtree_indexes) with ordinality as s (level, index, n);
  end if;

  if cardinality(p_content_ends) > 0 then
    insert into spine.content (run, commitment, salt, size, bytes, media)
    select p_run,
      substring(p_content_keys from 64 * (n - 1)::integer + 1 for 32),
      substring(p_content_keys from 64 * (n - 1)::integer + 33 for 32),
      ending - coalesce(p_content_ends[n::integer - 1], 0),
      substring(p_content from coalesce(p_content_ends[n::integer - 1], 0) + 1 for ending - coalesce(p_content_ends[n::integer - 1], 0)),
      media
    from unnest(p_content_ends, p_content_media) with ordinality as c (ending, media, n)
    -- The same content may be named again, also after its erasure: then the tombstone stays.
    on conflict (run, commitment) do nothing;
  end if;
end
$$;
