-- The kill switch of a workspace, or of everything. While an order stands nothing runs in its scope.

create table runseal.halt_order (
  halt_order text primary key check (halt_order ~ '^[0-9a-f-]{36}$'),
  -- Null means every workspace.
  workspace text check (workspace ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  reason text not null check (char_length(reason) between 1 and 1000),
  placed_by text not null,
  placed_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  lifted_by text,
  lifted_at timestamptz,
  check ((lifted_by is null) = (lifted_at is null))
);
-- One standing order a scope: the first reason is kept.
create unique index halt_order_standing on runseal.halt_order (coalesce(workspace, '')) where lifted_at is null;

-- What the halt of a run was asked for; null is the run itself.
alter table runseal.goal add column halt_scope text check (halt_scope in ('workspace', 'global'));

grant select, insert, update (lifted_by, lifted_at) on runseal.halt_order to runseal_service;
