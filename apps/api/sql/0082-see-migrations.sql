-- The service sees what the schema was brought up with, so that a worker notices that a newer version has come.
grant usage on schema runseal_migrations to runseal_service;
grant select on runseal_migrations.applied to runseal_service;
