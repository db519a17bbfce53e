-- Time tokens (RFC 3161) over seals: an outside authority saw the checkpoint's bytes by then. One a run, kept for ever. A run
-- is claimed before the authority is asked, so that many workers ask once; a claim that came to nothing is made again later.
create table spine.time_stamp (
  run text primary key,
  claimed_at timestamptz not null default clock_timestamp(),
  -- DER, exact bytes; null while it is asked for.
  token bytea check (octet_length(token) between 1 and 65536),
  authority text,
  stated_at timestamptz,
  check ((token is null) = (authority is null)),
  check ((token is null) = (stated_at is null))
);

comment on table spine.time_stamp is 'Time tokens over seals, and which runs one is being asked for.';

-- Finds runs without a token; what is not sealed costs the index nothing.
create index head_sealed_at on spine.head (sealed_at) where state = 'sealed';

-- True when the caller is the one to ask for the run's token now.
create function spine.claim_time_stamp(p_run text, p_again_after interval) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from spine.head where run = p_run and state = 'sealed') then
    return false;
  end if;
  insert into spine.time_stamp as t (run) values (p_run)
  on conflict (run) do update set claimed_at = clock_timestamp()
    where t.token is null and t.claimed_at < clock_timestamp() - p_again_after;
  return found;
end
$$;

create function spine.keep_time_stamp(p_run text, p_token bytea, p_authority text, p_stated_at timestamptz) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update spine.time_stamp set token = p_token, authority = p_authority, stated_at = p_stated_at
  where run = p_run and token is null
$$;

create function spine.guard_time_stamp() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.token is not null or new.run <> old.run then
    raise exception using errcode = 'RS006', message = format('the time token of run %s is not changed', old.run);
  end if;
  return new;
end
$$;
create trigger guard_time_stamp before update on spine.time_stamp for each row execute function spine.guard_time_stamp();
create trigger refuse_delete before delete on spine.time_stamp for each row execute function spine.refuse_change();
create trigger refuse_truncate before truncate on spine.time_stamp for each statement execute function spine.refuse_change();
alter table spine.time_stamp enable always trigger guard_time_stamp;
alter table spine.time_stamp enable always trigger refuse_delete;
alter table spine.time_stamp enable always trigger refuse_truncate;

revoke all on function spine.claim_time_stamp, spine.keep_time_stamp, spine.guard_time_stamp from public;
grant select on spine.time_stamp to runseal_service;
grant execute on function spine.claim_time_stamp, spine.keep_time_stamp to runseal_service;
