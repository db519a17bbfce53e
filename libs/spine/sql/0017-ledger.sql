-- The ledger: one append-only Merkle log an installation, over everything that must not disappear unnoticed. Not
-- distributed: it is small, and written by one batcher at a time, never by whoever opens or seals a run.

-- What waits to be written into the log. Filled by triggers in the transaction that opens or seals a run; emptied by
-- spine.ledger_append in the transaction that writes the log, so each row becomes exactly one entry.
create table spine.ledger_pending (
  run text not null check (octet_length(run) <= 1024),
  kind text not null,
  -- All zero for what happens to a run once.
  id uuid not null default '00000000-0000-0000-0000-000000000000',
  workspace text not null check (octet_length(workspace) <= 1024),
  -- Unix nanoseconds.
  time_ns bigint not null,
  -- Openings go into the log before anything else that waits.
  rank smallint not null,
  goal bytea,
  size bigint,
  root bytea,
  -- SHA-256 of the checkpoint.
  checkpoint bytea,
  details jsonb,
  primary key (run, kind, id)
) with (fillfactor = 50);
create index ledger_pending_next on spine.ledger_pending (rank, time_ns, run);

comment on table spine.ledger_pending is 'What waits to be written into the ledger.';

create table spine.ledger_head (
  size bigint primary key check (size > 0),
  root bytea not null check (octet_length(root) = 32),
  -- Merkle peaks, largest first, 32 bytes each.
  frontier bytea not null check (octet_length(frontier) = 32 * bit_count(int8send(size))),
  -- C2SP tlog-checkpoint signed by the log: origin, size, root, then the signature.
  note text not null check (split_part(note, E'\n', 2) = size::text and split_part(note, E'\n', 3) = encode(root, 'base64')),
  signed_at timestamptz not null default clock_timestamp()
);

comment on table spine.ledger_head is 'Every head of the ledger that was signed.';

create table spine.ledger_entry (
  index bigint primary key check (index >= 0),
  entry bytea not null check (octet_length(entry) between 1 and 65535),
  -- RFC 9162: SHA-256(00 || entry)
  leaf bytea not null check (leaf = sha256('\x00'::bytea || entry)),
  -- An index over the bytes: what the entry is about.
  kind text not null,
  subject text not null,
  workspace text not null
);
create index ledger_entry_subject on spine.ledger_entry (subject, kind);

comment on table spine.ledger_entry is 'The ledger, exact bytes. Rows are never changed or removed.';

create table spine.ledger_subtree (
  level integer not null check (level > 0 and level % 8 = 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);

comment on table spine.ledger_subtree is 'Roots of complete subtrees of 256, 65,536 … entries of the ledger.';

-- What witnesses signed over a head.
create table spine.ledger_cosignature (
  size bigint not null references spine.ledger_head (size),
  -- Key name and id (8 hex digits) of the witness.
  name text not null check (octet_length(name) <= 1024),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  -- The signature line, with its line feed.
  line text not null check (octet_length(line) <= 4096),
  cosigned_at timestamptz not null,
  primary key (size, name, key_id)
);

comment on table spine.ledger_cosignature is 'Cosignatures that witnesses gave for heads of the ledger.';
