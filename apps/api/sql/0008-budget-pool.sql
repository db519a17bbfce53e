-- Budgets that runs share. What is reserved and what is used never exceed the limit, whoever asks at the same time.

create table runseal.budget_pool (
  workspace text not null check (workspace ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  pool text not null check (pool ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  -- Null means no limit.
  calls_limit bigint check (calls_limit >= 0),
  tokens_limit bigint check (tokens_limit >= 0),
  cost_limit bigint check (cost_limit >= 0),
  calls_used bigint not null default 0 check (calls_used >= 0),
  tokens_used bigint not null default 0 check (tokens_used >= 0),
  -- Millionths of the currency the prices of the goals are in.
  cost_used bigint not null default 0 check (cost_used >= 0),
  created_at timestamptz not null default now(),
  primary key (workspace, pool)
);

-- What is held for something that is going on. A run that ends lets go of what it still holds.
create table runseal.budget_hold (
  workspace text not null,
  pool text not null,
  hold text not null check (hold ~ '^[0-9a-f-]{36}$'),
  run text not null,
  calls bigint not null check (calls >= 0),
  tokens bigint not null check (tokens >= 0),
  cost bigint not null check (cost >= 0),
  primary key (workspace, pool, hold),
  foreign key (workspace, pool) references runseal.budget_pool (workspace, pool)
);
create index budget_hold_run on runseal.budget_hold (run);

-- What all holds of a pool come to: kept beside the limit, so that one row lock decides.
alter table runseal.budget_pool
  add column calls_held bigint not null default 0 check (calls_held >= 0),
  add column tokens_held bigint not null default 0 check (tokens_held >= 0),
  add column cost_held bigint not null default 0 check (cost_held >= 0);

-- Reserves in one statement: the pool's row is locked by the update itself, so a limit cannot be passed by two at once.
create function runseal.reserve(
  p_workspace text, p_pool text, p_hold text, p_run text, p_calls bigint, p_tokens bigint, p_cost bigint
) returns boolean
language sql
set search_path = pg_catalog, pg_temp
as $$
  with held as (
    update runseal.budget_pool
    set calls_held = calls_held + p_calls, tokens_held = tokens_held + p_tokens, cost_held = cost_held + p_cost
    where workspace = p_workspace and pool = p_pool
      and (calls_limit is null or p_calls = 0 or calls_used + calls_held + p_calls <= calls_limit)
      and (tokens_limit is null or p_tokens = 0 or tokens_used + tokens_held + p_tokens <= tokens_limit)
      and (cost_limit is null or p_cost = 0 or cost_used + cost_held + p_cost <= cost_limit)
    returning workspace, pool),
  kept as (
    insert into runseal.budget_hold (workspace, pool, hold, run, calls, tokens, cost)
    select workspace, pool, p_hold, p_run, p_calls, p_tokens, p_cost from held
    returning 1)
  select exists (select from kept)
$$;

-- Settles in one statement: the hold goes, what was really used stays. A hold that is not there was settled before.
create function runseal.settle(
  p_workspace text, p_pool text, p_hold text, p_calls bigint, p_tokens bigint, p_cost bigint
) returns boolean
language sql
set search_path = pg_catalog, pg_temp
as $$
  with gone as (
    delete from runseal.budget_hold where workspace = p_workspace and pool = p_pool and hold = p_hold
    returning workspace, pool, calls, tokens, cost),
  settled as (
    update runseal.budget_pool p
    set calls_held = p.calls_held - g.calls, tokens_held = p.tokens_held - g.tokens, cost_held = p.cost_held - g.cost,
      calls_used = p.calls_used + p_calls, tokens_used = p.tokens_used + p_tokens, cost_used = p.cost_used + p_cost
    from gone g where p.workspace = g.workspace and p.pool = g.pool
    returning 1)
  select exists (select from settled)
$$;

grant select, insert, update on runseal.budget_pool to runseal_service;
grant select, insert, delete on runseal.budget_hold to runseal_service;
