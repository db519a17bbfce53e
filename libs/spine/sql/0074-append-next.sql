-- Appends one event. What follows from its bytes is computed here: leaf, link and frontier. Whoever appends computes the same
-- meanwhile and compares it with the link this returns, so neither waits for the other's hashes. (docs/adr/0280)
create function spine.append_next(
  p_run text,
  p_fence bigint,
  p_size bigint,
  -- The link the event takes up.
  p_prev bytea,
  p_canonical bytea,
  p_type text,
  p_tier text,
  p_time bigint,
  p_call bigint
) returns bytea
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  -- SHA-256(00 || "provetrail/event/v1\n" || uint64BE(length) || canonical)
  leaf_hash constant bytea := sha256(
    '\x0070726f7665747261696c2f6576656e742f76310a'::bytea || int8send(octet_length(p_canonical)) || p_canonical
  );
  -- SHA-256("runseal/link/v1\n" || prev || leaf)
  link_hash constant bytea := sha256('\x72756e7365616c2f6c696e6b2f76310a'::bytea || p_prev || leaf_hash);
begin
  if (p_tier in ('enforced', 'attested', 'unobserved')) is not true then
    raise exception using errcode = '23514', message = format('event %s of run %s has no such tier', p_size + 1, p_run);
  end if;
  update spine.head
  set size = p_size + 1, link = link_hash, checked = p_size + 1,
    frontier = case when p_size % 2 = 0 then frontier || leaf_hash else spine.merged(frontier, p_size, leaf_hash) end
  where run = p_run and fence = p_fence and size = p_size and state = 'open' and link = p_prev;
  if not found then
    perform spine.refuse_append(p_run, p_fence, p_size);
  end if;
  insert into spine.event (run, seq, canonical, leaf, link, type, tier, time_ns, call, checked)
  values (p_run, p_size + 1, p_canonical, leaf_hash, link_hash, p_type, p_tier, p_time, p_call, true);
  return link_hash;
end
$$;

revoke all on function spine.append_next from public;
grant execute on function spine.append_next to runseal_service;
