-- Who checked what was written: the guards look at a row, not at a setting, and so need no list of new rows. (docs/adr/0279)
-- True where the function that wrote the event has checked it; null for everybody else, whom guard_chain checks.
alter table spine.event add column checked boolean;
-- To where the head was last moved by a function that checks for itself: a change that leaves this as it was is looked at by
-- guard_move.
alter table spine.head add column checked bigint not null default 0;
