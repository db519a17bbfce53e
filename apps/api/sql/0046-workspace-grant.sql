-- What a goal of a workspace may do where it does not say so itself.
create table runseal.workspace_grant (
  workspace text primary key check (workspace ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  -- JSON text, as goals have it. Never jsonb: that would alter it.
  entries text not null,
  set_by text not null,
  set_at timestamptz not null default date_trunc('milliseconds', clock_timestamp())
);

grant select, insert, update, delete on runseal.workspace_grant to runseal_service;
