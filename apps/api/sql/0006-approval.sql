-- What waits for people, and what they said. The record is on the spine; these rows bring a decision to the run it is for.

create table runseal.approval (
  workspace text not null,
  run text not null,
  approval text not null check (approval ~ '^[0-9a-f-]{36}$'),
  call integer not null check (call > 0),
  action text not null,
  scope text not null,
  -- Of the exact arguments, salted; a decision names it, and counts for nothing else.
  commitment bytea not null check (octet_length(commitment) = 32),
  required integer not null check (required between 1 and 16),
  -- Who may decide; null means everybody who may use the workspace.
  deciders text[],
  state text not null default 'pending' check (state in ('pending', 'approved', 'denied', 'expired', 'withdrawn')),
  requested_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  expires_at timestamptz not null,
  -- An approval is good for one call, once.
  used_at timestamptz,
  primary key (workspace, run, approval),
  unique (workspace, run, call),
  foreign key (workspace, run) references runseal.goal (workspace, run),
  check (used_at is null or state = 'approved')
);
create index approval_by_id on runseal.approval (approval);
create index approval_newest on runseal.approval (workspace, requested_at desc, approval desc);
create index approval_pending on runseal.approval (workspace, run) where state = 'pending';

-- One decision a person, and no second thoughts: the service may add rows, never change them.
create table runseal.approval_decision (
  workspace text not null,
  run text not null,
  approval text not null,
  principal text not null,
  decision text not null check (decision in ('approve', 'deny')),
  reason text not null check (char_length(reason) between 1 and 1000),
  commitment bytea not null check (octet_length(commitment) = 32),
  -- The one who decides is the one who asked for the goal.
  self boolean not null,
  decided_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (workspace, run, approval, principal),
  foreign key (workspace, run, approval) references runseal.approval (workspace, run, approval)
);

grant select, insert, update (state, used_at) on runseal.approval to runseal_service;
grant select, insert on runseal.approval_decision to runseal_service;
