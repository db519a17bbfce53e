-- Complete Merkle subtrees of 2^8, 2^16, 2^24 … events, so that a proof reads few rows whatever the size of the run.
-- Derived from the leaves: a wrong one makes a proof that does not verify, never a proof of something false.
create table spine.subtree (
  run text not null,
  level integer not null check (level > 0 and level % 8 = 0),
  -- Counted from 0: covers events index * 2^level + 1 to (index + 1) * 2^level.
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (run, level, index)
);

comment on table spine.subtree is 'Roots of complete Merkle subtrees of 256, 65,536 … events.';
