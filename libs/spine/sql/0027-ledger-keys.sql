-- The history of the keys that seal, in the ledger. A key that is used announces itself, once; what becomes of it later is
-- for the owner to say. Entries about keys belong to no workspace.
create function spine.announce_key(p_key_id text) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into spine.ledger_pending (run, kind, workspace, time_ns, rank, details)
  select p_key_id, 'key.added', '', extract(epoch from clock_timestamp()) * 1000000000, 0,
    jsonb_build_object('actor', 'system', 'reason', 'It seals from now on.')
  where not exists (select from spine.ledger_entry where subject = p_key_id and kind = 'key.added')
  on conflict do nothing
$$;

-- p_since: from when on the key is not to be trusted; for a compromised one, the first moment somebody else may have had it.
create function spine.decide_key(p_key_id text, p_kind text, p_since timestamptz, p_by text, p_reason text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_kind not in ('key.retired', 'key.compromised') then
    raise exception using errcode = 'RS008', message = format('a key is retired or compromised, not %s', p_kind);
  end if;
  insert into spine.ledger_pending (run, kind, id, workspace, time_ns, rank, details)
  values (p_key_id, p_kind, gen_random_uuid(), '', extract(epoch from p_since) * 1000000000, 1,
    jsonb_build_object('actor', left(p_by, 200), 'reason', left(p_reason, 1000)));
end
$$;

revoke all on function spine.announce_key, spine.decide_key from public;
grant execute on function spine.announce_key to runseal_service;
