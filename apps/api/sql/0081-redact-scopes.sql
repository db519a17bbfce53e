-- In records of before a scope may hold text of the arguments. Here it goes when the run is removed, events and all.
create function runseal.redact_scopes(p_run text) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update runseal.approval a set scope = '(erased)'
  where a.run = p_run and not exists (select from spine.event e where e.run = p_run);
$$;

revoke execute on function runseal.redact_scopes(text) from public;
grant execute on function runseal.redact_scopes(text) to runseal_service;
