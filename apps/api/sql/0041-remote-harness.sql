-- Remote harnesses that an operator registered while we run. Those given at start-up are not here.
create table runseal.remote_harness (
  name text primary key check (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  address text not null,
  -- SHA-256 of what was registered; another specification under the same name is refused.
  spec_digest bytea not null check (octet_length(spec_digest) = 32),
  -- SHA-256 of what the harness said of itself; it is held to that.
  descriptor_digest bytea not null check (octet_length(descriptor_digest) = 32),
  -- What it said, as JSON.
  descriptor text not null,
  state text not null default 'active' check (state in ('active', 'retired')),
  registered_by text not null,
  registered_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  retired_by text,
  retire_reason text check (char_length(retire_reason) between 1 and 1000),
  retired_at timestamptz,
  check ((state = 'retired') = (retired_at is not null)),
  check ((retired_at is null) = (retired_by is null)),
  check ((retired_at is null) = (retire_reason is null))
);
grant select, insert, update on runseal.remote_harness to runseal_service;
