-- One row a goal: what was asked, its run, who works on it and how it stands. The record itself is on the spine; the
-- counters here only serve lists.

create table runseal.goal (
  workspace text not null check (workspace ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  run text not null check (run ~ '^[0-9a-f-]{36}$'),
  principal text not null,
  idempotency_key text check (char_length(idempotency_key) between 1 and 200),

  -- The exact bytes that go on the record, and their digest. Never jsonb: that would alter them, and refuse NUL.
  goal bytea not null,
  goal_hash bytea not null check (octet_length(goal_hash) = 32),
  -- First 280 characters, for lists.
  objective text not null,
  harness text not null,
  harness_kind text not null check (harness_kind in ('native', 'external')),
  profile text,
  model text,

  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'halted')),
  sealed_at timestamptz,
  error_code text,
  error text,
  -- What the sealed record can and cannot vouch for, in one sentence.
  vouches text,
  events bigint not null default 0,
  enforced bigint not null default 0,
  attested bigint not null default 0,
  unobserved bigint not null default 0,

  halt_reason text,
  halt_by text,

  lease_owner text,
  lease_until timestamptz,
  attempts integer not null default 0,

  -- Milliseconds: a cursor made of it comes back unchanged.
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  started_at timestamptz,
  ended_at timestamptz,

  primary key (workspace, run),
  unique (workspace, principal, idempotency_key),
  check (sealed_at is null or state in ('completed', 'failed', 'halted')),
  check ((halt_reason is null) = (halt_by is null)),
  check ((lease_owner is null) = (lease_until is null))
);

create index goal_run on runseal.goal (run);
create index goal_newest on runseal.goal (created_at desc, run desc);
create index goal_newest_of_workspace on runseal.goal (workspace, created_at desc, run desc);
create index goal_to_claim on runseal.goal (created_at) where state in ('queued', 'running');
