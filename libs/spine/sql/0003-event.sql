-- The events. `canonical` is the evidence; type, tier, time_ns and call are an index over it, rebuilt from the bytes.
-- Postgres recomputes leaf and link itself, so a row whose hashes do not fit its bytes cannot be stored.
create table spine.event (
  run text not null,
  seq bigint not null check (seq >= 1),
  canonical bytea not null,
  -- Link of the event before; 32 zero bytes before the first.
  prev bytea not null check (octet_length(prev) = 32),
  leaf bytea not null check (
    -- SHA-256(00 || "provetrail/event/v1\n" || uint64BE(length) || canonical)
    leaf = sha256('\x0070726f7665747261696c2f6576656e742f76310a'::bytea || int8send(octet_length(canonical)) || canonical)
  ),
  link bytea not null check (
    -- SHA-256("runseal/link/v1\n" || prev || leaf)
    link = sha256('\x72756e7365616c2f6c696e6b2f76310a'::bytea || prev || leaf)
  ),
  type text not null,
  tier text not null check (tier in ('enforced', 'attested', 'unobserved')),
  -- Unix nanoseconds. Order is seq, never time.
  time_ns bigint not null,
  call bigint,
  primary key (run, seq)
);

comment on table spine.event is 'The events of every run, exact bytes. Rows are never changed or removed.';
