-- One row a run: where its stream stands. Everything an append needs is here, so an append is O(1).
create table spine.head (
  run text primary key check (run <> ''),
  workspace text not null,
  state text not null default 'open' check (state in ('open', 'sealed')),
  size bigint not null default 0 check (size >= 0),
  link bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000' check (octet_length(link) = 32),
  -- Merkle peaks, largest first, 32 bytes each: as many as `size` has one-bits.
  frontier bytea not null default '' check (octet_length(frontier) = 32 * bit_count(int8send(size))),
  -- Grows with every takeover; an append under an older one is refused.
  fence bigint not null default 0 check (fence >= 0),
  opened_at timestamptz not null default clock_timestamp(),
  sealed_at timestamptz,
  root bytea check (octet_length(root) = 32),
  checkpoint bytea,
  mix jsonb,
  check ((state = 'sealed') = (sealed_at is not null)),
  check ((state = 'sealed') = (root is not null)),
  check ((state = 'sealed') = (checkpoint is not null)),
  check ((state = 'sealed') = (mix is not null))
) with (fillfactor = 50);

comment on table spine.head is 'Where each run stands: size, link, Merkle frontier, fencing token, seal.';
