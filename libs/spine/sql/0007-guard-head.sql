-- A head only moves forward, and not at all once sealed.
create function spine.guard_head() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.state = 'sealed' then
    raise exception using errcode = 'RS006', message = format('run %s is sealed: its head is not changed', old.run);
  end if;
  if new.run <> old.run or new.workspace <> old.workspace or new.opened_at <> old.opened_at
    or new.size < old.size or new.fence < old.fence or (new.size = old.size and new.link <> old.link) then
    raise exception using errcode = 'RS006', message = format('the head of run %s only moves forward', old.run);
  end if;
  return new;
end
$$;

create trigger guard_head before update on spine.head for each row execute function spine.guard_head();
alter table spine.head enable always trigger guard_head;
