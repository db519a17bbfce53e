-- No fork and no hole, whoever inserts: each event continues the one before it, and lies within the head, which is
-- moved first (compare-and-set) in the same transaction. Together with the primary key (run, seq) one seq has one event
-- for ever, and nothing comes after a seal, because a sealed head does not move.
create function spine.guard_chain() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
-- The tables' statistics are of no help here, and a plan made while they were small must not outlive that.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  broken record;
begin
  select a.run, a.seq into broken
  from (
    select run, seq, prev, link,
      lag(seq) over w as before_seq,
      lag(link) over w as before_link
    from added
    window w as (partition by run order by seq)
  ) a
  left join spine.head h on h.run = a.run
  where h.run is null
    or a.seq > h.size
    or (a.seq = h.size and a.link <> h.link)
    or a.prev is distinct from case
      when a.seq = 1 then '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea
      when a.before_seq = a.seq - 1 then a.before_link
      else (select e.link from spine.event e where e.run = a.run and e.seq = a.seq - 1)
    end
  limit 1;
  if found then
    raise exception using
      errcode = 'RS007',
      message = format('event %s of run %s does not continue the chain', broken.seq, broken.run),
      hint = 'Append through spine.append.';
  end if;
  return null;
end
$$;

create trigger guard_chain after insert on spine.event
  referencing new table as added for each statement execute function spine.guard_chain();
alter table spine.event enable always trigger guard_chain;
