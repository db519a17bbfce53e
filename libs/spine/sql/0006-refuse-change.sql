-- History is not changed: not by the service, not by the owner, not by a superuser.
create function spine.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'RS006',
    message = format('%s on %I.%I is refused: history is append-only', tg_op, tg_table_schema, tg_table_name),
    hint = 'Restore a backup into another database if you must look at an earlier state.';
end
$$;

create trigger refuse_change before update or delete on spine.event for each row execute function spine.refuse_change();
create trigger refuse_truncate before truncate on spine.event for each statement execute function spine.refuse_change();
create trigger refuse_change before update or delete on spine.subtree for each row execute function spine.refuse_change();
create trigger refuse_truncate before truncate on spine.subtree for each statement execute function spine.refuse_change();
create trigger refuse_delete before delete on spine.content for each row execute function spine.refuse_change();
create trigger refuse_truncate before truncate on spine.content for each statement execute function spine.refuse_change();
create trigger refuse_delete before delete on spine.head for each row execute function spine.refuse_change();
create trigger refuse_truncate before truncate on spine.head for each statement execute function spine.refuse_change();

-- Also under session_replication_role = replica, which switches ordinary triggers off.
alter table spine.event enable always trigger refuse_change;
alter table spine.event enable always trigger refuse_truncate;
alter table spine.subtree enable always trigger refuse_change;
alter table spine.subtree enable always trigger refuse_truncate;
alter table spine.content enable always trigger refuse_delete;
alter table spine.content enable always trigger refuse_truncate;
alter table spine.head enable always trigger refuse_delete;
alter table spine.head enable always trigger refuse_truncate;
