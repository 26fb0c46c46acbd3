-- What:  columns for the browser of a sign-up, as a hash of its name.
-- Why:   the name makes a browser its owner's, and stood in every session's answer and token: a thief with the password alone
--        learned it, and was then taken for the owner's browser (decision 189). 0894 moves what there is.
-- Locks: auth.users and auth.sign_ups for a moment: empty columns.
-- Safe while the old version runs: yes, it knows neither.
-- Up Migration

alter table auth.users add column sign_up_device_hash bytea;
alter table auth.sign_ups add column device_hash bytea;
