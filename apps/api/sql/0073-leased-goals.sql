-- Sessions between two turns are running and held by nobody. However many there are, what looks for work must not see them:
-- it looks among goals that wait, goals that somebody holds, and halted ones that nobody does.
drop index runseal.goal_to_claim;
drop index runseal.goal_running;
create index goal_leased on runseal.goal (workspace, lease_until) where state = 'running' and lease_until is not null;
create index goal_halted_idle on runseal.goal (created_at)
  where state = 'running' and lease_until is null and halt_reason is not null;

-- As before, but for where it looks for what other workers left.
create or replace function runseal.claimable(p_in_hand text) returns table (
  workspace text, run text, place bigint, last_turn timestamptz, since timestamptz
)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  with recursive
  waiting(workspace) as (
    select min(g.workspace) from runseal.goal g where g.state = 'queued'
    union all
    select (select min(g.workspace) from runseal.goal g where g.state = 'queued' and g.workspace > w.workspace)
    from waiting w where w.workspace is not null),
  left_over as (
    select l.workspace, l.run, 0::bigint as place, null::timestamptz as last_turn, l.created_at
    from (
      (select g.workspace, g.run, g.created_at from runseal.goal g
        where g.state = 'running' and g.lease_until is not null and g.lease_until < now()
        order by g.created_at limit 128)
      union all
      -- A session that was halted between two turns: somebody must seal it.
      (select g.workspace, g.run, g.created_at from runseal.goal g
        where g.state = 'running' and g.lease_until is null and g.halt_reason is not null
        order by g.created_at limit 128)) l
    where l.run <> all (string_to_array(p_in_hand, ','))
    order by l.created_at limit 64),
  busy as (
    select w.workspace, at_work.*
    from waiting w, lateral (
      select count(*) as runs, max(r.started_at) as last_turn from runseal.goal r
      where r.workspace = w.workspace and r.state = 'running' and r.lease_until is not null and r.lease_until >= now()
        and not exists (
          select from runseal.approval a where a.workspace = r.workspace and a.run = r.run and a.state = 'pending')) at_work
    where w.workspace is not null)
  select * from left_over
  union all
  select b.workspace, q.run, b.runs + row_number() over (partition by b.workspace order by q.created_at, q.run), b.last_turn,
    q.created_at
  from busy b, lateral (
    select g.run, g.created_at from runseal.goal g
    where g.workspace = b.workspace and g.state = 'queued' order by g.created_at limit 64) q
$$;
