revoke all on all functions in schema spine from public;
grant select on spine.hold, spine.prune, spine.retention to runseal_service;
grant execute on function spine.place_hold to runseal_service;
grant execute on function spine.lift_hold to runseal_service;
grant execute on function spine.request_prune to runseal_service;
grant execute on function spine.confirm_prune to runseal_service;
grant execute on function spine.set_retention to runseal_service;
grant execute on function spine.runs_beyond_retention to runseal_service;
