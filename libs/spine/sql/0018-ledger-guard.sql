-- The ledger only grows, whoever writes: no hole, no fork, no entry without a signed head over it.
create function spine.guard_ledger() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  first_index bigint;
  last_index bigint;
  added_count bigint;
begin
  select min(index), max(index), count(*) into first_index, last_index, added_count from added;
  if added_count > 0 and (
    last_index - first_index + 1 <> added_count
    or (first_index > 0 and not exists (select from spine.ledger_entry where index = first_index - 1))
    or exists (select from spine.ledger_entry where index > last_index)
    or not exists (select from spine.ledger_head where size = last_index + 1)
    or exists (select from spine.ledger_head where size > last_index + 1)
  ) then
    raise exception using
      errcode = 'RS007',
      message = format('entries %s to %s do not continue the ledger', first_index, last_index),
      hint = 'Append through spine.ledger_append.';
  end if;
  return null;
end
$$;

create trigger guard_ledger after insert on spine.ledger_entry
  referencing new table as added for each statement execute function spine.guard_ledger();
alter table spine.ledger_entry enable always trigger guard_ledger;

do $$
declare
  name text;
begin
  foreach name in array array['ledger_entry', 'ledger_head', 'ledger_subtree', 'ledger_cosignature'] loop
    execute format('create trigger refuse_change before update or delete on spine.%I for each row execute function spine.refuse_change()', name);
    execute format('create trigger refuse_truncate before truncate on spine.%I for each statement execute function spine.refuse_change()', name);
    execute format('alter table spine.%I enable always trigger refuse_change', name);
    execute format('alter table spine.%I enable always trigger refuse_truncate', name);
  end loop;
end
$$;
