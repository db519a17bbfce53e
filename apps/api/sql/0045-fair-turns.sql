-- Whose goal is next, where many workspaces wait: fair between them, however many goals one of them has.
create index goal_queued_of_workspace on runseal.goal (workspace, created_at) where state = 'queued';
create index goal_running on runseal.goal (workspace, lease_until) where state = 'running';

-- Goals that may be claimed, in the order in which they should be: first what other workers left, then the k-th waiting goal
-- of a workspace for which b runs are at work at place b + k; of two workspaces with the same place the one whose last turn is
-- longer ago. A run that waits for people is not at work. More than one is answered, for others claim at the same time and
-- what they hold is skipped.
create function runseal.claimable(p_in_hand text) returns table (
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
    select g.workspace, g.run, 0::bigint as place, null::timestamptz as last_turn, g.created_at
    from runseal.goal g
    where g.state = 'running'
      -- Without a lease: a session that was halted between two turns. Nobody has it, and somebody must seal it.
      and (g.lease_until < now() or (g.lease_until is null and g.halt_reason is not null))
      and g.run <> all (string_to_array(p_in_hand, ','))
    order by g.created_at limit 64),
  busy as (
    select w.workspace, at_work.*
    from waiting w, lateral (
      select count(*) as runs, max(r.started_at) as last_turn from runseal.goal r
      where r.workspace = w.workspace and r.state = 'running' and r.lease_until >= now()
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
