-- Which installation this is, and the public keys it has sealed with. Private keys are in files, never here.

create table runseal.installation (
  one boolean primary key default true check (one),
  id text not null check (id ~ '^[0-9a-f-]{36}$'),
  created_at timestamptz not null default now()
);

create table runseal.signing_key (
  key_id text primary key,
  public_key bytea not null check (octet_length(public_key) = 32),
  origin text not null,
  valid_from timestamptz not null default now()
);
