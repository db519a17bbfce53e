-- The guards look at the new row, not at a setting and a list of new rows. (docs/adr/0279)
drop trigger guard_chain on spine.event;
drop trigger guard_move on spine.head;

-- What an event takes up is the link of the one before it, and stands there.
create or replace function spine.guard_chain() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
-- The tables' statistics are of no help here, and a plan made while they were small must not outlive that.
set enable_seqscan = off
as $$
declare
  head record;
  before bytea := '\x0000000000000000000000000000000000000000000000000000000000000000';
begin
  if (
    -- SHA-256(00 || "provetrail/event/v1\n" || uint64BE(length) || canonical)
    new.leaf = sha256('\x0070726f7665747261696c2f6576656e742f76310a'::bytea || int8send(octet_length(new.canonical)) || new.canonical)
    and new.tier in ('enforced', 'attested', 'unobserved')
  ) is not true then
    raise exception using
      errcode = '23514',
      message = format('event %s of run %s is not what its bytes give', new.seq, new.run);
  end if;
  if new.seq <> 1 then
    select link into before from spine.event where run = new.run and seq = new.seq - 1;
  end if;
  select size, link into head from spine.head where run = new.run;
  if (
    -- SHA-256("runseal/link/v1\n" || prev || leaf)
    new.link = sha256('\x72756e7365616c2f6c696e6b2f76310a'::bytea || before || new.leaf)
    and (new.seq < head.size or (new.seq = head.size and new.link = head.link))
  ) is not true then
    raise exception using
      errcode = 'RS007',
      message = format('event %s of run %s does not continue its chain', new.seq, new.run),
      hint = 'Append through the functions of the spine.';
  end if;
  return null;
end
$$;

create trigger guard_chain after insert on spine.event for each row
  when (new.checked is null) execute function spine.guard_chain();
alter table spine.event enable always trigger guard_chain;

create trigger guard_move after update of size, link, frontier, checked on spine.head for each row
  when (new.checked = old.checked) execute function spine.guard_move();
alter table spine.head enable always trigger guard_move;
