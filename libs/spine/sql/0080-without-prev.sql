-- Functions that nothing calls any more, and the column that said of each event what the one before it says. (docs/adr/0279)
drop function spine.append, spine.append_one, spine.seal;
alter table spine.event drop column prev;
