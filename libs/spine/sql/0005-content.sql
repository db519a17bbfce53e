-- Content that events refer to, under a salted commitment. Erasing removes salt and bytes and leaves a tombstone; the
-- event keeps the commitment, so the record still verifies and the erased bytes cannot be guessed from it.
create table spine.content (
  run text not null,
  commitment bytea not null check (octet_length(commitment) = 32),
  media text not null,
  size bigint not null check (size >= 0),
  salt bytea check (octet_length(salt) = 32),
  bytes bytea check (octet_length(bytes) = size),
  erased_at timestamptz,
  erased_by text,
  erased_reason text,
  erased_basis text,
  primary key (run, commitment),
  check (
    -- SHA-256("runseal/content/v1\n" || uint64BE(32) || salt || uint64BE(length) || bytes)
    erased_at is not null
    or commitment = sha256('\x72756e7365616c2f636f6e74656e742f76310a'::bytea || int8send(32) || salt || int8send(size) || bytes)
  ),
  check ((erased_at is null) = (salt is not null and bytes is not null)),
  check ((erased_at is null) = (salt is not null or bytes is not null)),
  check ((erased_at is null) = (erased_by is null)),
  check ((erased_at is null) = (erased_reason is null)),
  check ((erased_at is null) = (erased_basis is null))
);

comment on table spine.content is 'Content beside the chain: erasable, with a tombstone that says who, when, why and on which basis.';
