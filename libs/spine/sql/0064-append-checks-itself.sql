-- The append functions of one event and of many check what they store themselves, in one expression each, instead of having the
-- guards look at it all again: leaf and link are what the bytes give, and the head they continue is the one they move. While they
-- write, a setting of the transaction says so, and the guards leave it at that. Everybody else who writes meets the guards as before:
-- the functions that do not check for themselves take the setting back first, for anybody may set it. Who may write past the
-- functions (the owner, a superuser) could also drop a guard. (docs/adr/0277)
create or replace function spine.append_one(
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
  p_frontier bytea
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  guards text;
begin
  if (
    octet_length(p_hashes) = 96
    and substring(p_hashes from 33)
      -- SHA-256(00 || "provetrail/event/v1\n" || uint64BE(length) || canonical)
      = sha256('\x0070726f7665747261696c2f6576656e742f76310a'::bytea || int8send(octet_length(p_canonical)) || p_canonical)
      -- SHA-256("runseal/link/v1\n" || prev || leaf)
      || sha256('\x72756e7365616c2f6c696e6b2f76310a'::bytea || substring(p_hashes for 64))
    and octet_length(p_frontier) = 32 * bit_count(int8send(p_size + 1))
    and p_tier in ('enforced', 'attested', 'unobserved')
  ) is not true then
    raise exception using
      errcode = '23514',
      message = format('event %s of run %s is not what its bytes give', p_size + 1, p_run);
  end if;

  guards := set_config('runseal.append', 'checked', true);
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
  guards := set_config('runseal.append', '', true);
end
$$;

create or replace function spine.append_many(
  p_run text,
  p_fence bigint,
  p_size bigint,
  -- Previous link, then one link an event; 32 bytes each.
  p_links bytea,
  p_leaves bytea,
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
  guards text;
  fitting boolean;
begin
  if added < 1 or octet_length(p_links) <> 32 * (added + 1) or octet_length(p_leaves) <> 32 * added
    or p_ends[added + 1] <> octet_length(p_canonical) or cardinality(p_times) <> added
    or cardinality(p_calls) <> added or cardinality(p_kinds) <> added then
    raise exception using errcode = 'RS008', message = 'the parts of the append do not fit together';
  end if;

  select
    -- SHA-256(00 || "provetrail/event/v1\n" || uint64BE(length) || canonical)
    string_agg(
      sha256(
        '\x0070726f7665747261696c2f6576656e742f76310a'::bytea || int8send(p_ends[n + 1] - p_ends[n])
          || substring(p_canonical from p_ends[n] + 1 for p_ends[n + 1] - p_ends[n])
      ), ''::bytea
    ) = p_leaves
    -- SHA-256("runseal/link/v1\n" || prev || leaf)
    and string_agg(
      sha256(
        '\x72756e7365616c2f6c696e6b2f76310a'::bytea || substring(p_links from 32 * n - 31 for 32)
          || substring(p_leaves from 32 * n - 31 for 32)
      ), ''::bytea
    ) = substring(p_links from 33)
    and octet_length(p_frontier) = 32 * bit_count(int8send(p_size + added))
    and p_tiers <@ array['enforced', 'attested', 'unobserved']
  into fitting
  from generate_series(1, added) as n;
  if fitting is not true then
    raise exception using
      errcode = '23514',
      message = format('events %s to %s of run %s are not what their bytes give', p_size + 1, p_size + added, p_run);
  end if;

  guards := set_config('runseal.append', 'checked', true);
  update spine.head
  set size = p_size + added, link = substring(p_links from 32 * added + 1), frontier = p_frontier
  where run = p_run and fence = p_fence and size = p_size and state = 'open' and link = substring(p_links for 32);
  if not found then
    perform spine.refuse_append(p_run, p_fence, p_size);
  end if;
  insert into spine.event (run, seq, canonical, prev, leaf, link, type, tier, time_ns, call)
  select p_run, p_size + n,
    substring(p_canonical from p_ends[n] + 1 for p_ends[n + 1] - p_ends[n]),
    substring(p_links from 32 * n - 31 for 32),
    substring(p_leaves from 32 * n - 31 for 32),
    substring(p_links from 32 * n + 1 for 32),
    p_types[p_kinds[n]], p_tiers[p_kinds[n]], p_times[n], case when p_called[p_kinds[n]] then p_calls[n] end
  from generate_series(1, added) as n;
  guards := set_config('runseal.append', '', true);

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

drop trigger guard_chain on spine.event;
create trigger guard_chain after insert on spine.event
  referencing new table as added for each statement
  when (current_setting('runseal.append', true) is distinct from 'checked')
  execute function spine.guard_chain();
alter table spine.event enable always trigger guard_chain;

drop trigger guard_move on spine.head;
create trigger guard_move after update of size, link, frontier on spine.head for each row
  when (current_setting('runseal.append', true) is distinct from 'checked')
  execute function spine.guard_move();
alter table spine.head enable always trigger guard_move;
