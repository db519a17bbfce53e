-- A trigger that runs before a row changes makes Postgres lock the row first, and one that looks at fourteen columns costs as
-- much as the write. What an append sets is guarded by a trigger of its own; the rest by another, which appends do not meet.
-- Together they name every column: a new one must be added to the second. (docs/adr/0225)
create function spine.guard_move() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.state = 'open' and new.size > old.size and octet_length(new.link) = 32
    and octet_length(new.frontier) = 32 * bit_count(int8send(new.size)) then
    return null;
  end if;
  if old.state = 'sealed' then
    raise exception using errcode = 'RS006', message = format('run %s is sealed: its head is not changed', old.run);
  end if;
  if new.size < old.size or (new.size = old.size and new.link <> old.link) then
    raise exception using errcode = 'RS006', message = format('the head of run %s only moves forward', old.run);
  end if;
  if octet_length(new.link) <> 32 or octet_length(new.frontier) <> 32 * bit_count(int8send(new.size)) then
    raise exception using
      errcode = '23514',
      message = format('the head of run %s is not one a run can have', new.run);
  end if;
  return null;
end
$$;

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
      or new.goal is distinct from old.goal or new.goal_commitment is distinct from old.goal_commitment
      or new.fence < old.fence then
      raise exception using errcode = 'RS006', message = format('the head of run %s only moves forward', old.run);
    end if;
  end if;
  if new.run = '' or new.size < 0 or new.fence < 0 or octet_length(new.link) <> 32
    or octet_length(new.frontier) <> 32 * bit_count(int8send(new.size))
    or new.state not in ('open', 'sealed')
    or (new.state = 'sealed') <> (new.sealed_at is not null) or (new.state = 'sealed') <> (new.root is not null)
    or (new.state = 'sealed') <> (new.checkpoint is not null) or (new.state = 'sealed') <> (new.mix is not null)
    or octet_length(new.root) <> 32 or octet_length(new.goal) <> 32 or octet_length(new.goal_commitment) <> 32 then
    raise exception using
      errcode = '23514',
      message = format('the head of run %s is not one a run can have', new.run);
  end if;
  return null;
end
$$;

drop trigger guard_goal on spine.head;
drop function spine.guard_goal();
drop trigger guard_head on spine.head;
create trigger guard_head
  after insert or update of run, workspace, state, fence, opened_at, sealed_at, root, checkpoint, mix, goal, goal_commitment
  on spine.head for each row execute function spine.guard_head();
create trigger guard_move after update of size, link, frontier
  on spine.head for each row execute function spine.guard_move();
alter table spine.head enable always trigger guard_head;
alter table spine.head enable always trigger guard_move;
-- Said by guard_head, like the rest; a constraint is parsed anew by every statement. (docs/adr/0134)
alter table spine.head drop constraint head_goal_commitment_check;

revoke all on function spine.guard_move from public;
