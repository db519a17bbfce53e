-- Runs announce themselves to the ledger in the transaction that opens or seals them, whichever way that is done.
alter table spine.head add column goal bytea check (octet_length(goal) = 32);
comment on column spine.head.goal is 'SHA-256 of the goal the run was opened for, where the opener gave one.';

create function spine.announce_run() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into spine.ledger_pending (run, kind, workspace, time_ns, rank, goal)
    values (new.run, 'run.opened', new.workspace, extract(epoch from new.opened_at) * 1000000000, 0, new.goal)
    on conflict do nothing;
  end if;
  if new.state = 'sealed' then
    insert into spine.ledger_pending (run, kind, workspace, time_ns, rank, size, root, checkpoint)
    values (new.run, 'run.sealed', new.workspace, extract(epoch from new.sealed_at) * 1000000000, 1, new.size, new.root, sha256(new.checkpoint))
    on conflict do nothing;
  end if;
  return null;
end
$$;

-- Not ENABLE ALWAYS: on a replica the rows of the ledger arrive with the rest.
create trigger announce_opening after insert on spine.head for each row execute function spine.announce_run();
create trigger announce_seal after update on spine.head for each row
  when (old.state = 'open' and new.state = 'sealed') execute function spine.announce_run();

-- Runs from before there was a ledger.
insert into spine.ledger_pending (run, kind, workspace, time_ns, rank)
select run, 'run.opened', workspace, extract(epoch from opened_at) * 1000000000, 0 from spine.head;
insert into spine.ledger_pending (run, kind, workspace, time_ns, rank, size, root, checkpoint)
select run, 'run.sealed', workspace, extract(epoch from sealed_at) * 1000000000, 1, size, root, sha256(checkpoint)
from spine.head where state = 'sealed';

-- Which goal a run was opened for does not change either.
create or replace function spine.guard_head() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.state = 'sealed' then
    raise exception using errcode = 'RS006', message = format('run %s is sealed: its head is not changed', old.run);
  end if;
  if new.run <> old.run or new.workspace <> old.workspace or new.opened_at <> old.opened_at
    or new.goal is distinct from old.goal
    or new.size < old.size or new.fence < old.fence or (new.size = old.size and new.link <> old.link) then
    raise exception using errcode = 'RS006', message = format('the head of run %s only moves forward', old.run);
  end if;
  return new;
end
$$;

drop function spine.open_run(text, text);
create function spine.open_run(p_run text, p_workspace text, p_goal bytea default null) returns spine.head
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened spine.head;
begin
  insert into spine.head (run, workspace, goal) values (p_run, p_workspace, p_goal)
  on conflict (run) do nothing
  returning * into opened;
  if not found then
    raise exception using errcode = 'RS001', message = format('run %s exists already', p_run);
  end if;
  return opened;
end
$$;

-- As before, and the erasure goes into the ledger in the same transaction.
create or replace function spine.erase_content(p_run text, p_commitments bytea, p_by text, p_reason text, p_basis text)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  erased bigint;
  digest bytea;
begin
  with gone as (
    update spine.content
    set salt = null, bytes = null, erased_at = clock_timestamp(), erased_by = p_by, erased_reason = p_reason, erased_basis = p_basis
    where run = p_run and erased_at is null
      and commitment in (
        select substring(p_commitments from 32 * n + 1 for 32)
        from generate_series(0, octet_length(p_commitments) / 32 - 1) as n
      )
    returning commitment
  )
  select count(*), sha256(string_agg(commitment, ''::bytea order by commitment)) into erased, digest from gone;
  if erased > 0 then
    -- An entry is short: what is longer stands in full beside the content.
    insert into spine.ledger_pending (run, kind, id, workspace, time_ns, rank, root, size, details)
    select p_run, 'content.erased', gen_random_uuid(), h.workspace, extract(epoch from clock_timestamp()) * 1000000000, 1, digest, erased,
      jsonb_build_object('actor', left(p_by, 200), 'reason', left(p_reason, 1000), 'basis', left(p_basis, 500))
    from spine.head h where h.run = p_run;
  end if;
  return erased;
end
$$;
