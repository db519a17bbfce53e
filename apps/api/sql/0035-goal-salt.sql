-- Salt of the commitment to the goal that stands in the ledger and in the first event of its run; null for goals from
-- before, and once the goal was erased.
alter table runseal.goal add column goal_salt bytea check (octet_length(goal_salt) = 32);
