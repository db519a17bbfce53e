-- spine.append and spine.seal stay for programs that were started before this and still run beside the new ones.
revoke all on function spine.append_one, spine.append_many, spine.close_run from public;
grant execute on function spine.append_one, spine.append_many, spine.close_run to runseal_service;
