-- How long a workspace keeps the content of its sealed runs. A policy erases content; it never removes a run, for that
-- takes two people. Keyed by workspace: one row each, small, the same on every node.
create table spine.retention (
  workspace text primary key check (octet_length(workspace) <= 1024),
  days integer not null check (days between 1 and 36500),
  set_by text not null check (set_by <> ''),
  reason text not null check (reason <> ''),
  set_at timestamptz not null default clock_timestamp()
);

comment on table spine.retention is 'How many days a workspace keeps the content of its sealed runs.';

-- Sets the policy, or lifts it where p_days is null.
create function spine.set_retention(p_workspace text, p_days integer, p_by text, p_reason text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_days is null then
    delete from spine.retention where workspace = p_workspace;
  else
    insert into spine.retention (workspace, days, set_by, reason) values (p_workspace, p_days, p_by, p_reason)
    on conflict (workspace) do update
    set days = excluded.days, set_by = excluded.set_by, reason = excluded.reason, set_at = clock_timestamp();
  end if;
  perform spine.announce_decision(p_workspace, 'retention.set', p_workspace, p_by,
    format('%s: %s', coalesce(p_days || ' days', 'kept without limit'), p_reason));
end
$$;

-- Runs whose content a policy says is to go: sealed long enough ago, not held, something left to erase.
create function spine.runs_beyond_retention(p_limit integer) returns table (run text, days integer)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select h.run, r.days from spine.retention r
  join spine.head h on h.workspace = r.workspace
  where h.state = 'sealed' and h.sealed_at < clock_timestamp() - make_interval(days => r.days)
    and not exists (select from spine.hold d where d.run = h.run and d.lifted_at is null)
    and exists (select from spine.content c where c.run = h.run and c.erased_at is null)
  order by h.sealed_at
  limit p_limit
$$;
