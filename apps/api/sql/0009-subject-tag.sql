-- Which contents are about which person, as far as somebody said so: what "erase everything about them" goes by.
create table runseal.subject_tag (
  workspace text not null,
  run text not null,
  subject text not null check (char_length(subject) between 1 and 200),
  commitment bytea not null check (octet_length(commitment) = 32),
  tagged_by text not null,
  tagged_at timestamptz not null default clock_timestamp(),
  primary key (workspace, run, subject, commitment),
  foreign key (workspace, run) references runseal.goal (workspace, run)
);
grant select, insert, delete on runseal.subject_tag to runseal_service;
