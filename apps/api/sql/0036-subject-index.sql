-- Where content about somebody is, over all runs.
create index subject_tag_subject on runseal.subject_tag (subject, workspace, run);
