-- How long appends took until they were durable, as workers add up now and then: how many took as long as a bound allows, and
-- longer than the bound before. A row a bound, for the whole installation; no run, and nobody, stands in it.
create table runseal.append_time (
  -- Seconds; infinity for whatever took longer than the longest bound.
  bound double precision primary key,
  appends bigint not null check (appends >= 0),
  seconds double precision not null check (seconds >= 0)
);

grant select, insert, update on runseal.append_time to runseal_service;
