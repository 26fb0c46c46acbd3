-- What:  who asked for a code; wrong tries of those who asked, and of known devices; messages by SMS of an hour.
-- Why:   a stranger's wrong tries spoiled the owner's code, and nothing bounded the messages of the whole installation.
-- Locks: short ones on auth.one_time_codes and auth.sign_ups; columns without a rewrite; a new table.
-- Safe while the old version runs: yes, it counts every wrong try as somebody's who did not ask.
-- Up Migration

alter table auth.one_time_codes
  add column asked_by_hash bytea,
  add column asker_tries integer not null default 0,
  add column asker_tries_from timestamptz,
  add column known_tries integer not null default 0,
  add column known_tries_from timestamptz;
alter table auth.sign_ups add column asked_by_hash bytea;

create table auth.sms_hours (
  hour timestamptz primary key,
  sent integer not null
);
grant select, insert, update, delete on auth.sms_hours to mohlat_auth;
