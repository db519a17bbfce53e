-- Goals, keys and sessions. The record is on the spine, in a schema of its own; the role is made there.
create schema runseal;
revoke all on schema runseal from public;
grant usage on schema runseal to runseal_service;
