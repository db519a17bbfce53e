-- The ledger names the goal of a run by a salted commitment from now on, the one that stands in the run's first event.
-- A plain digest of something that can be guessed outlives its erasure; a commitment does not, once its salt is gone.
alter table spine.head add column goal_commitment bytea check (octet_length(goal_commitment) = 32);
comment on column spine.head.goal is 'SHA-256 of the goal of a run from before 0035; null since.';
comment on column spine.head.goal_commitment is 'Salted commitment to the goal the run was opened for, where the opener gave one.';
alter table spine.ledger_pending add column goal_commitment bytea;

-- Its own trigger, which fires only for who names the column: appends pay nothing for it.
create function spine.guard_goal() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.goal_commitment is distinct from old.goal_commitment then
    raise exception using errcode = 'RS006', message = format('the goal of run %s does not change', old.run);
  end if;
  return new;
end
$$;
create trigger guard_goal before update of goal_commitment on spine.head
  for each row execute function spine.guard_goal();
alter table spine.head enable always trigger guard_goal;

create or replace function spine.announce_run() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into spine.ledger_pending (run, kind, workspace, time_ns, rank, goal, goal_commitment)
    values (new.run, 'run.opened', new.workspace, extract(epoch from new.opened_at) * 1000000000, 0, new.goal, new.goal_commitment)
    on conflict do nothing;
  end if;
  if new.state = 'sealed' then
    insert into spine.ledger_pending (run, kind, workspace, time_ns, rank, size, root, checkpoint)
    values (new.run, 'run.sealed', new.workspace, extract(epoch from new.sealed_at) * 1000000000, 1, new.size, new.root, sha256(new.checkpoint))
    on conflict do nothing;
  end if;
  return null;
end
$$;

drop function spine.open_run(text, text, bytea);
create function spine.open_run(p_run text, p_workspace text, p_goal_commitment bytea default null) returns spine.head
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened spine.head;
begin
  insert into spine.head (run, workspace, goal_commitment) values (p_run, p_workspace, p_goal_commitment)
  on conflict (run) do nothing
  returning * into opened;
  if not found then
    raise exception using errcode = 'RS001', message = format('run %s exists already', p_run);
  end if;
  return opened;
end
$$;
revoke all on function spine.open_run, spine.guard_goal from public;
grant execute on function spine.open_run to runseal_service;
