-- Finding events by type without reading them. Frames of a harness are by far the most of a long run and are found by
-- what they are not, so they pay for no entry.
create index event_kind on spine.event (run, type, seq) where type <> 'provenance.attested';
