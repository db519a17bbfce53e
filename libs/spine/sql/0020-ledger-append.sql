-- Writes waiting rows into the log: the signed head over them, the entries, the subtrees they complete; and takes the
-- rows off the list. All or nothing. Two batchers at once: the second meets the first one's entries and is refused.
create function spine.ledger_append(
  p_size bigint,
  p_entries bytea,
  p_ends integer[],
  p_leaves bytea,
  -- One {run, kind, id, workspace} an entry, in order: the waiting rows they were made of.
  p_rows jsonb,
  p_root bytea,
  p_frontier bytea,
  p_note text,
  p_subtree_levels integer[],
  p_subtree_indexes bigint[],
  p_subtree_hashes bytea
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  added constant integer := cardinality(p_ends);
  taken bigint;
begin
  if added < 1 or octet_length(p_leaves) <> 32 * added or p_ends[added] <> octet_length(p_entries)
    or jsonb_array_length(p_rows) <> added then
    raise exception using errcode = 'RS008', message = 'the parts of the ledger append do not fit together';
  end if;

  delete from spine.ledger_pending p using jsonb_to_recordset(p_rows) as r (run text, kind text, id uuid)
  where p.run = r.run and p.kind = r.kind and p.id = r.id;
  get diagnostics taken = row_count;
  if taken <> added then
    raise exception using errcode = 'RS004', message = 'somebody else wrote what was waiting into the ledger';
  end if;

  insert into spine.ledger_head (size, root, frontier, note) values (p_size + added, p_root, p_frontier, p_note);
  insert into spine.ledger_entry (index, entry, leaf, kind, subject, workspace)
  select p_size + n - 1,
    substring(p_entries from coalesce(p_ends[n::integer - 1], 0) + 1 for p_ends[n::integer] - coalesce(p_ends[n::integer - 1], 0)),
    substring(p_leaves from 32 * (n - 1)::integer + 1 for 32),
    r.item ->> 'kind', r.item ->> 'run', r.item ->> 'workspace'
  from jsonb_array_elements(p_rows) with ordinality as r (item, n);
  insert into spine.ledger_subtree (level, index, hash)
  select level, index, substring(p_subtree_hashes from 32 * (n - 1)::integer + 1 for 32)
  from unnest(p_subtree_levels, p_subtree_indexes) with ordinality as s (level, index, n);
end
$$;

-- Keeps a witness's cosignature of a head. The first one counts; another for the same head changes nothing.
create function spine.ledger_cosign(p_size bigint, p_name text, p_key_id text, p_line text, p_at timestamptz) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into spine.ledger_cosignature (size, name, key_id, line, cosigned_at)
  values (p_size, p_name, p_key_id, p_line, p_at)
  on conflict do nothing
$$;
