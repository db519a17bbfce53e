-- The frontier of a log that one leaf is added to, where that completes a subtree. (docs/adr/0280)
create function spine.merged(p_frontier bytea, p_size bigint, p_leaf bytea) returns bytea
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  node bytea := p_leaf;
  ending integer := octet_length(p_frontier);
  rest bigint := p_size;
begin
  -- Each set low bit of the old size is a complete subtree that the new leaf completes one level further up.
  while rest % 2 = 1 loop
    -- SHA-256(01 || left || right)
    node := sha256('\x01'::bytea || substring(p_frontier from ending - 31 for 32) || node);
    ending := ending - 32;
    rest := rest / 2;
  end loop;
  return substring(p_frontier for ending) || node;
end
$$;

revoke all on function spine.merged from public;
