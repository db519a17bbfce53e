-- The guards leave it at that where the function that writes has checked for itself. Everybody else who writes meets them as
-- before; who may write past the functions (the owner, a superuser) could also drop a guard. (docs/adr/0277)
drop trigger guard_chain on spine.event;
create trigger guard_chain after insert on spine.event
  referencing new table as added for each statement
  when (current_setting('runseal.append', true) is distinct from 'checked')
  execute function spine.guard_chain();
alter table spine.event enable always trigger guard_chain;

drop trigger guard_move on spine.head;
create trigger guard_move after update of size, link, frontier on spine.head for each row
  when (current_setting('runseal.append', true) is distinct from 'checked')
  execute function spine.guard_move();
alter table spine.head enable always trigger guard_move;
