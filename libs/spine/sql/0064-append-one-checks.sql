-- Appends one event and checks itself what it stores: leaf and link are what the bytes give, and the head they continue is the one it
-- moves. While it writes, a setting of the transaction says so, for the guards. (docs/adr/0277)
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
