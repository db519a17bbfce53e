-- The only change content may see is its erasure, once.
create function spine.guard_content() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.erased_at is not null or new.erased_at is null
    or new.run <> old.run or new.commitment <> old.commitment or new.media <> old.media or new.size <> old.size then
    raise exception using
      errcode = 'RS006',
      message = 'UPDATE on spine.content is refused: content is kept or erased, never changed',
      hint = 'Erase it with spine.erase_content.';
  end if;
  return new;
end
$$;

create trigger guard_content before update on spine.content for each row execute function spine.guard_content();
alter table spine.content enable always trigger guard_content;
