-- What lists are narrowed by and sums are made of. All of it is counted from the record when the run is sealed, and null
-- until then: a list that is narrowed by these shows sealed runs only.
alter table runseal.goal
  -- Actions that were dispatched.
  add column tools text[],
  -- Surface → gap events about it.
  add column gaps jsonb,
  add column gap_surfaces text[],
  -- What the harness says it did by itself, past the waist.
  add column native_calls bigint,
  -- The harness did not behave as its profile says.
  add column drifted boolean,
  -- Version of the harness, as it opened the run.
  add column harness_version text,
  -- What this server's last verification found, `name:state` each; null while it never verified.
  add column verdicts text[],
  add column verified_at timestamptz,
  -- Words of the whole objective.
  add column words tsvector,
  -- How much of the record is enforced.
  add column share text not null generated always as (
    case
      when enforced + attested + unobserved = 0 then 'empty'
      when attested + unobserved = 0 then 'all'
      when enforced = 0 then 'none'
      when enforced >= attested + unobserved then 'most'
      else 'less'
    end) stored;

update runseal.goal set words = to_tsvector('pg_catalog.simple', objective);

-- One index a filter, each in the order of the list, so that a page is read and not sorted.
create index goal_newest_of_harness on runseal.goal (harness, created_at desc, run desc);
create index goal_newest_of_model on runseal.goal (model, created_at desc, run desc) where model is not null;
create index goal_newest_of_state on runseal.goal (state, created_at desc, run desc);
create index goal_newest_of_principal on runseal.goal (principal, created_at desc, run desc);
create index goal_newest_of_share on runseal.goal (share, created_at desc, run desc) where sealed_at is not null;
create index goal_newest_unsealed on runseal.goal (created_at desc, run desc)
  where sealed_at is null and state in ('completed', 'failed', 'halted');
create index goal_newest_unverified on runseal.goal (created_at desc, run desc)
  where sealed_at is not null and verified_at is null;
create index goal_newest_native on runseal.goal (created_at desc, run desc) where native_calls > 0;
create index goal_newest_drifted on runseal.goal (created_at desc, run desc) where drifted;
create index goal_run_prefix on runseal.goal (run text_pattern_ops);
create index goal_tools on runseal.goal using gin (tools) where sealed_at is not null;
create index goal_gap_surfaces on runseal.goal using gin (gap_surfaces) where sealed_at is not null;
create index goal_verdicts on runseal.goal using gin (verdicts) where verified_at is not null;
create index goal_words on runseal.goal using gin (words);
