-- Sessions: runs of many turns. The run is in runseal.goal and its record on the spine, as for every run; these rows say
-- which project it is of, what was asked in each turn, and how each stands.
alter table runseal.goal add column session boolean not null default false;

create table runseal.agent_session (
  workspace text not null,
  run text not null,
  project text not null check (project ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text check (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  -- JSON objects of texts: for people and programs outside, never on the record.
  labels text not null default '{}',
  annotations text not null default '{}',
  -- What it was forked from: a prefix of another session.
  parent text check (parent ~ '^[0-9a-f-]{36}$'),
  fork_seq bigint check (fork_seq >= 1),
  -- Of what the remote harness said it is when the session was made; 32 bytes.
  harness_digest bytea check (octet_length(harness_digest) = 32),
  suspended_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (workspace, run),
  unique (workspace, name),
  foreign key (workspace, run) references runseal.goal (workspace, run),
  check ((parent is null) = (fork_seq is null))
);
create index agent_session_run on runseal.agent_session (run);
create index agent_session_newest on runseal.agent_session (workspace, project, created_at desc, run desc);

create table runseal.session_turn (
  workspace text not null,
  run text not null,
  turn integer not null check (turn >= 1),
  principal text not null,
  -- The exact bytes that go on the record.
  input bytea not null,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'completed', 'failed', 'canceled', 'interrupted')),
  cancel_reason text check (char_length(cancel_reason) between 1 and 1000),
  cancel_by text,
  error_code text,
  error text,
  -- How often a worker took it up.
  attempts integer not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  ended_at timestamptz,
  primary key (workspace, run, turn),
  foreign key (workspace, run) references runseal.agent_session (workspace, run),
  check ((cancel_reason is null) = (cancel_by is null))
);
-- One turn at a time.
create unique index session_turn_open on runseal.session_turn (workspace, run) where state in ('queued', 'running', 'interrupted');

grant select, insert, update (suspended_at, deleted_at) on runseal.agent_session to runseal_service;
grant select, insert, update (state, cancel_reason, cancel_by, error_code, error, attempts, ended_at) on runseal.session_turn to runseal_service;
