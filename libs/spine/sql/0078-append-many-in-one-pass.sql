-- Appends events that follow each other, and what they bring. Leaves are computed here, and what each link must be is looked at as
-- its event is stored, in one pass over the bytes. (docs/adr/0280)
drop function spine.append_many;
create function spine.append_many(
  p_run text,
  p_fence bigint,
  p_size bigint,
  -- Previous link, then one link an event; 32 bytes each.
  p_links bytea,
  p_canonical bytea,
  -- 0, then where each event ends.
  p_ends integer[],
  p_times bigint[],
  -- The call of those events whose kind has one.
  p_calls bigint[],
  -- For each event, its place in the three lists that follow, counted from 1.
  p_kinds integer[],
  p_types text[],
  p_tiers text[],
  p_called boolean[],
  p_frontier bytea,
  p_subtree_levels integer[],
  p_subtree_indexes bigint[],
  p_subtree_hashes bytea,
  -- Commitment, then salt; 64 bytes a content.
  p_content_keys bytea,
  p_content bytea,
  -- Where each content ends.
  p_content_ends integer[],
  p_content_media text[]
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
-- A plan with megabytes of parameters folded in costs more than it saves.
set plan_cache_mode = force_generic_plan
as $$
declare
  added constant integer := cardinality(p_ends) - 1;
begin
  if (
    added >= 1 and octet_length(p_links) = 32 * (added + 1) and p_ends[added + 1] = octet_length(p_canonical)
    and cardinality(p_times) = added and cardinality(p_calls) = added and cardinality(p_kinds) = added
  ) is not true then
    raise exception using errcode = 'RS008', message = 'the parts of the append do not fit together';
  end if;
  if (
    octet_length(p_frontier) = 32 * bit_count(int8send(p_size + added))
    and p_tiers <@ array['enforced', 'attested', 'unobserved']
  ) is not true then
    raise exception using
      errcode = '23514',
      message = format('events %s to %s of run %s have no such tier or frontier', p_size + 1, p_size + added, p_run);
  end if;

  update spine.head
  set size = p_size + added, link = substring(p_links from 32 * added + 1), frontier = p_frontier, checked = p_size + added
  where run = p_run and fence = p_fence and size = p_size and state = 'open' and link = substring(p_links for 32);
  if not found then
    perform spine.refuse_append(p_run, p_fence, p_size);
  end if;
  -- Each "offset 0" keeps Postgres from computing twice what is named once.
  insert into spine.event (run, seq, canonical, leaf, link, type, tier, time_ns, call, checked)
  select p_run, p_size + n, bytes, leaf,
    -- SHA-256("runseal/link/v1\n" || prev || leaf)
    case
      when link = sha256('\x72756e7365616c2f6c696e6b2f76310a'::bytea || prev || leaf) then link
      else spine.refuse_link(p_run, p_size + n)
    end,
    p_types[kind], p_tiers[kind], p_times[n], case when p_called[kind] then p_calls[n] end, true
  from (
    select n, bytes, prev, link, kind,
      -- SHA-256(00 || "provetrail/event/v1\n" || uint64BE(length) || canonical)
      sha256('\x0070726f7665747261696c2f6576656e742f76310a'::bytea || int8send(octet_length(bytes)) || bytes) as leaf
    from (
      select n, p_kinds[n] as kind,
        substring(p_canonical from p_ends[n] + 1 for p_ends[n + 1] - p_ends[n]) as bytes,
        substring(p_links from 32 * n - 31 for 32) as prev,
        substring(p_links from 32 * n + 1 for 32) as link
      from generate_series(1, added) as n
      offset 0
    ) as given
    offset 0
  ) as made;

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

revoke all on function spine.append_many from public;
grant execute on function spine.append_many to runseal_service;
