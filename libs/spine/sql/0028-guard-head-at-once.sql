-- A check constraint is parsed anew by every statement: nine of them cost an append more than its two writes. The same
-- conditions, and that a head only moves forward, in one trigger, whose plan is kept. (docs/adr/0134)
create or replace function spine.guard_head() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'UPDATE' then
    if old.state = 'sealed' then
      raise exception using errcode = 'RS006', message = format('run %s is sealed: its head is not changed', old.run);
    end if;
    if new.run <> old.run or new.workspace <> old.workspace or new.opened_at <> old.opened_at
      or new.goal is distinct from old.goal
      or new.size < old.size or new.fence < old.fence or (new.size = old.size and new.link <> old.link) then
      raise exception using errcode = 'RS006', message = format('the head of run %s only moves forward', old.run);
    end if;
  end if;
  if new.run = '' or new.size < 0 or new.fence < 0 or octet_length(new.link) <> 32
    or octet_length(new.frontier) <> 32 * bit_count(int8send(new.size))
    or new.state not in ('open', 'sealed')
    or (new.state = 'sealed') <> (new.sealed_at is not null) or (new.state = 'sealed') <> (new.root is not null)
    or (new.state = 'sealed') <> (new.checkpoint is not null) or (new.state = 'sealed') <> (new.mix is not null)
    or octet_length(new.root) <> 32 or octet_length(new.goal) <> 32 then
    raise exception using
      errcode = '23514',
      message = format('the head of run %s is not one a run can have', new.run);
  end if;
  return new;
end
$$;

drop trigger guard_head on spine.head;
create trigger guard_head before insert or update on spine.head for each row execute function spine.guard_head();
alter table spine.head enable always trigger guard_head;

-- Looked at only where the state is written, which an append does not do.
drop trigger announce_seal on spine.head;
create trigger announce_seal after update of state on spine.head for each row
  when (old.state = 'open' and new.state = 'sealed') execute function spine.announce_run();

do $$
declare
  checked record;
begin
  for checked in select conname from pg_constraint where conrelid = 'spine.head'::regclass and contype = 'c' loop
    execute format('alter table spine.head drop constraint %I', checked.conname);
  end loop;
end
$$;
