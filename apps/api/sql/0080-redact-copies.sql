-- What a person wrote beside a decision, and what was said in a turn, are content on the record. Their copies here go where
-- that went: the service may take them away, once the run is sealed or removed, and can put nothing else in their place.
create function runseal.redact_decision(p_run text, p_approval text, p_principal text) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update runseal.approval_decision d set reason = '(erased)'
  where d.run = p_run and d.approval = p_approval and d.principal = p_principal
    and not exists (select from spine.head h where h.run = p_run and h.state = 'open');
$$;

create function runseal.redact_turn(p_run text, p_turn integer) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update runseal.session_turn t
  set input = convert_to('{"inputs":[{"type":"text","text":"(erased)"}]}', 'UTF8'),
    error = case when t.error is null then null else '(erased)' end
  where t.run = p_run and t.turn = p_turn
    and not exists (select from spine.head h where h.run = p_run and h.state = 'open');
$$;

revoke execute on function runseal.redact_decision(text, text, text), runseal.redact_turn(text, integer) from public;
grant execute on function runseal.redact_decision(text, text, text), runseal.redact_turn(text, integer) to runseal_service;
