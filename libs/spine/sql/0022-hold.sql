-- Legal holds: while one stands on a run, nothing of it is erased or pruned, by whomever. Each step is on the ledger.
create table spine.hold (
  run text not null,
  id uuid not null default gen_random_uuid(),
  placed_by text not null check (placed_by <> ''),
  reason text not null check (reason <> ''),
  placed_at timestamptz not null default clock_timestamp(),
  lifted_by text,
  lift_reason text,
  lifted_at timestamptz,
  primary key (run, id),
  check ((lifted_at is null) = (lifted_by is null)),
  check ((lifted_at is null) = (lift_reason is null))
);
create unique index hold_standing on spine.hold (run) where lifted_at is null;

comment on table spine.hold is 'Legal holds, standing and lifted.';

-- Takes turns with whoever places, lifts, erases or prunes on the same run, so that nothing slips past a hold. Its own
-- lock: writers of the run go on.
create function spine.lock_lifecycle(p_run text) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select pg_advisory_xact_lock(hashtextextended('runseal/lifecycle/' || p_run, 0))
$$;

create function spine.refuse_held(p_run text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  standing spine.hold;
begin
  perform spine.lock_lifecycle(p_run);
  select * into standing from spine.hold where run = p_run and lifted_at is null;
  if found then
    raise exception using
      errcode = 'RS010',
      message = format('run %s is under a legal hold that %s placed: %s', p_run, standing.placed_by, standing.reason);
  end if;
end
$$;

-- What people decide about a run or a workspace, for the ledger.
create function spine.announce_decision(p_subject text, p_kind text, p_workspace text, p_by text, p_reason text) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into spine.ledger_pending (run, kind, id, workspace, time_ns, rank, details)
  values (p_subject, p_kind, gen_random_uuid(), p_workspace, extract(epoch from clock_timestamp()) * 1000000000, 1,
    jsonb_build_object('actor', left(p_by, 200), 'reason', left(p_reason, 1000)))
$$;

create function spine.place_hold(p_run text, p_by text, p_reason text) returns spine.hold
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  placed spine.hold;
  home text;
begin
  select workspace into home from spine.head where run = p_run;
  if not found then
    raise exception using errcode = 'RS002', message = format('there is no run %s', p_run);
  end if;
  perform spine.refuse_held(p_run);
  insert into spine.hold (run, placed_by, reason) values (p_run, p_by, p_reason) returning * into placed;
  perform spine.announce_decision(p_run, 'hold.placed', home, p_by, p_reason);
  return placed;
end
$$;

create function spine.lift_hold(p_run text, p_by text, p_reason text) returns spine.hold
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  lifted spine.hold;
begin
  perform spine.lock_lifecycle(p_run);
  update spine.hold set lifted_by = p_by, lift_reason = p_reason, lifted_at = clock_timestamp()
  where run = p_run and lifted_at is null
  returning * into lifted;
  if not found then
    raise exception using errcode = 'RS011', message = format('no legal hold stands on run %s', p_run);
  end if;
  perform spine.announce_decision(p_run, 'hold.lifted', (select workspace from spine.head where run = p_run), p_by, p_reason);
  return lifted;
end
$$;
