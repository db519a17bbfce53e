revoke all on all functions in schema spine from public;
grant select on spine.ledger_pending, spine.ledger_head, spine.ledger_entry, spine.ledger_subtree, spine.ledger_cosignature
  to runseal_service;
grant execute on function spine.open_run to runseal_service;
grant execute on function spine.ledger_append to runseal_service;
grant execute on function spine.ledger_cosign to runseal_service;
