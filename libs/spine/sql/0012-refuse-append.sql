-- Says why the head did not take an append.
create function spine.refuse_append(p_run text, p_fence bigint, p_size bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  found_head spine.head;
begin
  select * into found_head from spine.head where run = p_run;
  if not found then
    raise exception using errcode = 'RS002', message = format('there is no run %s', p_run);
  elsif found_head.state = 'sealed' then
    raise exception using errcode = 'RS005', message = format('run %s is sealed', p_run);
  elsif found_head.fence <> p_fence then
    raise exception using
      errcode = 'RS003',
      message = format('run %s was taken over: fence %s, now %s', p_run, p_fence, found_head.fence);
  else
    raise exception using
      errcode = 'RS004',
      message = format('run %s has %s events, the append expected %s and their last link', p_run, found_head.size, p_size);
  end if;
end
$$;
