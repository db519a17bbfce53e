-- The schema and the role that reads history and appends through functions. The role has no right to change anything.
do $$
begin
  if not exists (select from pg_roles where rolname = 'runseal_service') then
    create role runseal_service nologin nosuperuser nocreatedb nocreaterole;
  end if;
exception
  -- Roles belong to the whole server: another database may be migrating at this moment.
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  -- Where one login serves for everything, its service connections start with role=runseal_service.
  -- Before version 16 a member could always take the role on.
  if not pg_has_role(
    current_user, 'runseal_service',
    case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end
  ) then
    execute format('grant runseal_service to %I', current_user);
  end if;
exception
  -- A server whose roles are kept by its administrator: the service has a login of its own there.
  when insufficient_privilege then null;
end
$$;

create schema if not exists spine;
revoke all on schema spine from public;
grant usage on schema spine to runseal_service;
