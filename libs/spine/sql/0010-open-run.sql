create function spine.open_run(p_run text, p_workspace text) returns spine.head
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened spine.head;
begin
  insert into spine.head (run, workspace) values (p_run, p_workspace)
  on conflict (run) do nothing
  returning * into opened;
  if not found then
    raise exception using errcode = 'RS001', message = format('run %s exists already', p_run);
  end if;
  return opened;
end
$$;
