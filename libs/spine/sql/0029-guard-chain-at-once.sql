-- Everything that is checked of new events, whoever inserts them, in one look at all of them: leaf and link are what their
-- bytes give, each event continues the one before it, and none lies beyond the head, which is moved first
-- (compare-and-set) in the same transaction. Together with the primary key (run, seq) one seq has one event for ever.
-- Constraints did the first part at several times the price, for each statement parsed them anew. (docs/adr/0134)
create or replace function spine.guard_chain() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
-- The tables' statistics are of no help here, and a plan made while they were small must not outlive that.
set enable_seqscan = off
as $$
declare
  part record;
  head record;
begin
  -- What each event takes up from the one before it must be what that one hands on. One long string of each, compared at
  -- once, is cheaper than comparing row by row.
  for part in
    select run, min(seq) as first, max(seq) as last,
      bool_and(
        -- SHA-256(00 || "provetrail/event/v1\n" || uint64BE(length) || canonical)
        leaf = sha256('\x0070726f7665747261696c2f6576656e742f76310a'::bytea || int8send(octet_length(canonical)) || canonical)
        -- SHA-256("runseal/link/v1\n" || prev || leaf)
        and link = sha256('\x72756e7365616c2f6c696e6b2f76310a'::bytea || prev || leaf)
        and octet_length(prev) = 32
        and tier in ('enforced', 'attested', 'unobserved')
      ) as fitting,
      string_agg(int8send(seq) || prev, ''::bytea) as taken,
      string_agg(int8send(seq + 1) || link, ''::bytea) as handed
    from added
    group by run
  loop
    if not part.fitting then
      raise exception using
        errcode = '23514',
        message = format('events %s to %s of run %s are not what their bytes give', part.first, part.last, part.run);
    end if;
    if substring(part.taken from 41) <> substring(part.handed for octet_length(part.handed) - 40) then
      -- Perhaps they are only given in another order.
      select string_agg(int8send(seq) || prev, ''::bytea order by seq), string_agg(int8send(seq + 1) || link, ''::bytea order by seq)
      into part.taken, part.handed
      from added where run = part.run;
    end if;
    select size, link, (select e.link from spine.event e where e.run = part.run and e.seq = part.first - 1) as before
    into head
    from spine.head where run = part.run;
    if not found or part.first < 1 or part.last > head.size
      or (part.last = head.size and substring(part.handed from octet_length(part.handed) - 31) <> head.link)
      or substring(part.taken from 41) <> substring(part.handed for octet_length(part.handed) - 40)
      or substring(part.taken from 9 for 32) is distinct from (
        case when part.first = 1 then '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea else head.before end
      ) then
      raise exception using
        errcode = 'RS007',
        message = format('events %s to %s of run %s do not continue its chain', part.first, part.last, part.run),
        hint = 'Append through the functions of the spine.';
    end if;
  end loop;
  return null;
end
$$;

do $$
declare
  checked record;
begin
  for checked in select conname from pg_constraint where conrelid = 'spine.event'::regclass and contype = 'c' loop
    execute format('alter table spine.event drop constraint %I', checked.conname);
  end loop;
end
$$;
