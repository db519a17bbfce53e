-- The service works with goals and sessions; keys and principals are made by the owner (admin).
revoke all on all tables in schema runseal from public;
grant select on runseal.principal, runseal.api_key to runseal_service;
grant update (last_used_at) on runseal.api_key to runseal_service;
grant select, insert, delete on runseal.session to runseal_service;
grant select, insert on runseal.installation, runseal.signing_key to runseal_service;
grant select, insert, update on runseal.goal to runseal_service;
