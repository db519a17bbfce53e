-- Who may ask. Keys and session tokens are kept as SHA-256 only: a copy of this database opens nothing.

create table runseal.principal (
  principal text primary key check (principal ~ '^[a-z0-9][a-z0-9._@-]{0,127}$'),
  name text not null check (char_length(name) between 1 and 128),
  -- Tenants the principal may see; null means all of them.
  workspaces text[],
  created_at timestamptz not null default now()
);

create table runseal.api_key (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  -- First characters, so that a person can tell keys apart.
  prefix text not null,
  principal text not null references runseal.principal (principal),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_principal on runseal.api_key (principal);

create table runseal.session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- A session lives no longer than the key it came from.
  key_hash bytea not null references runseal.api_key (key_hash) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_expiry on runseal.session (expires_at);
