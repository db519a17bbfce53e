-- The service reads, and writes only through the functions above, which run with their owner's rights.
revoke all on all tables in schema spine from public;
revoke all on all functions in schema spine from public;
grant select on spine.head, spine.event, spine.subtree, spine.content to runseal_service;
grant execute on function spine.open_run to runseal_service;
grant execute on function spine.take_over to runseal_service;
grant execute on function spine.append to runseal_service;
grant execute on function spine.seal to runseal_service;
grant execute on function spine.erase_content to runseal_service;
