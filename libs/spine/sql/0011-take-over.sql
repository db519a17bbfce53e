-- Bumps the fence, so that every earlier writer is refused from now on. A sealed run is returned as it is.
create function spine.take_over(p_run text) returns spine.head
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  taken spine.head;
begin
  update spine.head set fence = fence + 1 where run = p_run and state = 'open' returning * into taken;
  if found then
    return taken;
  end if;
  select * into taken from spine.head where run = p_run;
  if not found then
    raise exception using errcode = 'RS002', message = format('there is no run %s', p_run);
  end if;
  return taken;
end
$$;
