-- As before, and refused while a legal hold stands on the run.
create or replace function spine.erase_content(p_run text, p_commitments bytea, p_by text, p_reason text, p_basis text)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  erased bigint;
  digest bytea;
begin
  perform spine.refuse_held(p_run);
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
