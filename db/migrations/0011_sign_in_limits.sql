-- What:  mails counted by address; since when wrong codes are counted; until when a session may choose a new password.
-- Why:   codes by mail had no limit an hour or a day, a new code forgot the wrong tries of the one before, and whoever
--        held an access token could change the password without knowing it.
-- Locks: a new table; three columns without a rewrite.
-- Safe while the old version runs: yes.
-- Up Migration

-- Mails with a code or link that went to an address, by its keyed hash, whoever asked.
create table auth.mails_sent (
  address_hash bytea not null,
  sent_at timestamptz not null,
  id uuid not null default new_id(),
  primary key (address_hash, sent_at, id)
);
grant select, insert, delete on auth.mails_sent to mohlat_auth;

-- Wrong tries count from here for as long as a code of the kind lives, over however many codes.
alter table auth.one_time_codes add column tries_from timestamptz not null default now();

-- Set where the session began by the recovery of an account, whose owner does not know the present password.
alter table auth.sessions add column recovers_until timestamptz;
