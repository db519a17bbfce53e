-- In the place of a link that is wrong. (docs/adr/0280)
create function spine.refuse_link(p_run text, p_seq bigint) returns bytea
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = '23514',
    message = format('the link of event %s of run %s is not what its bytes give', p_seq, p_run);
end
$$;

revoke all on function spine.refuse_link from public;
