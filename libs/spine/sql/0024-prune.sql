-- Pruning removes the events and the content of a sealed run for ever. It takes two different people. The head stays, with
-- size, root and checkpoint: the run is in the ledger, and what the ledger says can still be held against its seal.
create table spine.prune (
  run text primary key,
  requested_by text not null check (requested_by <> ''),
  reason text not null check (reason <> ''),
  basis text not null check (basis <> ''),
  requested_at timestamptz not null default clock_timestamp(),
  confirmed_by text,
  confirmed_at timestamptz,
  check (confirmed_by <> requested_by),
  check ((confirmed_at is null) = (confirmed_by is null))
);

comment on table spine.prune is 'Whole runs somebody asked to remove, and who else agreed.';

create function spine.request_prune(p_run text, p_by text, p_reason text, p_basis text) returns spine.prune
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  requested spine.prune;
begin
  if not exists (select from spine.head where run = p_run) then
    raise exception using errcode = 'RS002', message = format('there is no run %s', p_run);
  elsif not exists (select from spine.head where run = p_run and state = 'sealed') then
    raise exception using errcode = 'RS013', message = format('run %s is not sealed, so it cannot be pruned', p_run);
  end if;
  perform spine.refuse_held(p_run);
  insert into spine.prune (run, requested_by, reason, basis) values (p_run, p_by, p_reason, p_basis)
  on conflict (run) do nothing
  returning * into requested;
  if not found then
    select * into requested from spine.prune where run = p_run;
  end if;
  return requested;
end
$$;

create function spine.confirm_prune(p_run text, p_by text) returns spine.prune
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asked spine.prune;
begin
  perform spine.refuse_held(p_run);
  select * into asked from spine.prune where run = p_run for update;
  if not found then
    raise exception using errcode = 'RS014', message = format('nobody asked to prune run %s', p_run);
  elsif asked.confirmed_at is not null then
    return asked;
  elsif asked.requested_by = p_by then
    raise exception using errcode = 'RS012', message = format('%s asked to prune run %s; somebody else has to confirm it', p_by, p_run);
  end if;
  update spine.prune set confirmed_by = p_by, confirmed_at = clock_timestamp() where run = p_run returning * into asked;
  delete from spine.event where run = p_run;
  delete from spine.subtree where run = p_run;
  delete from spine.content where run = p_run;
  perform spine.announce_decision(p_run, 'run.pruned', (select workspace from spine.head where run = p_run), p_by,
    format('asked for by %s: %s (%s)', asked.requested_by, asked.reason, asked.basis));
  return asked;
end
$$;

-- As before, but rows of a run that two people agreed to prune may be removed, and nothing else.
create or replace function spine.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('event', 'subtree', 'content') then
    if exists (select from spine.prune where run = old.run and confirmed_at is not null) then
      return old;
    end if;
  end if;
  raise exception using
    errcode = 'RS006',
    message = format('%s on %I.%I is refused: history is append-only', tg_op, tg_table_schema, tg_table_name),
    hint = 'Restore a backup into another database if you must look at an earlier state.';
end
$$;

-- Who asked and who agreed is history too; so is a hold.
create function spine.guard_prune() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.confirmed_at is not null or new.confirmed_at is null or new.run <> old.run
    or new.requested_by <> old.requested_by or new.reason <> old.reason or new.basis <> old.basis then
    raise exception using errcode = 'RS006', message = 'a request to prune is confirmed once, and not changed otherwise';
  end if;
  return new;
end
$$;
create function spine.guard_hold() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.lifted_at is not null or new.lifted_at is null or new.run <> old.run or new.id <> old.id
    or new.placed_by <> old.placed_by or new.reason <> old.reason or new.placed_at <> old.placed_at then
    raise exception using errcode = 'RS006', message = 'a hold is lifted once, and not changed otherwise';
  end if;
  return new;
end
$$;
create trigger guard_prune before update on spine.prune for each row execute function spine.guard_prune();
create trigger guard_hold before update on spine.hold for each row execute function spine.guard_hold();
do $$
declare
  name text;
begin
  foreach name in array array['hold', 'prune'] loop
    execute format('alter table spine.%I enable always trigger guard_%s', name, name);
    execute format('create trigger refuse_delete before delete on spine.%I for each row execute function spine.refuse_change()', name);
    execute format('create trigger refuse_truncate before truncate on spine.%I for each statement execute function spine.refuse_change()', name);
    execute format('alter table spine.%I enable always trigger refuse_delete', name);
    execute format('alter table spine.%I enable always trigger refuse_truncate', name);
  end loop;
end
$$;
