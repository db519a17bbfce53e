-- Everything that is on the record about one call.
create index event_call on spine.event (run, call, seq) where call is not null;
