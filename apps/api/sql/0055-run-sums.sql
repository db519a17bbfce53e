-- Sums over sealed runs, kept up by the database as runs are sealed: a million runs are a few rows a day. Runs that were
-- sealed before these tables were made are not in them, because what they could not see was not counted.
create table runseal.run_sum (
  workspace text not null,
  -- UTC day of the submission, so that a list narrowed by time shows the same runs.
  day date not null,
  harness text not null,
  version text not null,
  -- Runs of one row spread over a few, so that seals at the same time seldom wait for each other.
  part smallint not null check (part between 0 and 3),
  harness_kind text not null,
  runs bigint not null default 0,
  failed bigint not null default 0,
  halted bigint not null default 0,
  enforced bigint not null default 0,
  attested bigint not null default 0,
  unobserved bigint not null default 0,
  native_calls bigint not null default 0,
  drifted bigint not null default 0,
  primary key (workspace, day, harness, version, part)
);
create index run_sum_day on runseal.run_sum (day);

create table runseal.gap_sum (
  workspace text not null,
  day date not null,
  harness text not null,
  surface text not null,
  part smallint not null check (part between 0 and 3),
  runs bigint not null default 0,
  gaps bigint not null default 0,
  primary key (workspace, day, harness, surface, part)
);
create index gap_sum_day on runseal.gap_sum (day);

create function runseal.sum_run() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  of_day date := (new.created_at at time zone 'UTC')::date;
  of_part smallint := hashtext(new.run) & 3;
begin
  insert into runseal.run_sum as s (
    workspace, day, harness, version, part, harness_kind,
    runs, failed, halted, enforced, attested, unobserved, native_calls, drifted)
  values (
    new.workspace, of_day, new.harness, coalesce(new.harness_version, ''), of_part, new.harness_kind,
    1, (new.state = 'failed')::int, (new.state = 'halted')::int,
    new.enforced, new.attested, new.unobserved, coalesce(new.native_calls, 0), coalesce(new.drifted, false)::int)
  on conflict (workspace, day, harness, version, part) do update set
    runs = s.runs + 1, failed = s.failed + excluded.failed, halted = s.halted + excluded.halted,
    enforced = s.enforced + excluded.enforced, attested = s.attested + excluded.attested,
    unobserved = s.unobserved + excluded.unobserved, native_calls = s.native_calls + excluded.native_calls,
    drifted = s.drifted + excluded.drifted;
  -- In the order of the key, so that two seals never wait for each other in a circle.
  insert into runseal.gap_sum as s (workspace, day, harness, surface, part, runs, gaps)
  select new.workspace, of_day, new.harness, g.surface, of_part, 1, g.many::bigint
  from jsonb_each_text(coalesce(new.gaps, '{}'::jsonb)) as g (surface, many) order by g.surface
  on conflict (workspace, day, harness, surface, part) do update set runs = s.runs + 1, gaps = s.gaps + excluded.gaps;
  return null;
end
$$;
create trigger sum_run after update of sealed_at on runseal.goal
for each row when (old.sealed_at is null and new.sealed_at is not null) execute function runseal.sum_run();

grant select on runseal.run_sum, runseal.gap_sum to runseal_service;
