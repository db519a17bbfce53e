-- Removes salt and bytes of the named content (32-byte commitments, one after the other) and keeps who, when, why and
-- the legal basis. Answers how many were erased now; erasing twice changes nothing.
create function spine.erase_content(p_run text, p_commitments bytea, p_by text, p_reason text, p_basis text)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  erased bigint;
begin
  update spine.content
  set salt = null, bytes = null, erased_at = clock_timestamp(), erased_by = p_by, erased_reason = p_reason, erased_basis = p_basis
  where run = p_run and erased_at is null
    and commitment in (
      select substring(p_commitments from 32 * n + 1 for 32)
      from generate_series(0, octet_length(p_commitments) / 32 - 1) as n
    );
  get diagnostics erased = row_count;
  return erased;
end
$$;
