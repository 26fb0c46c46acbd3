-- What:  calls that ask for a mail with a code or link, in an hour: of a network, and of the whole installation.
-- Why:   nothing bounded the mails of all addresses together: one caller made us send some 17,000 a day.
-- Locks: a new table.
-- Safe while the old version runs: yes; it counts nothing here and sends without the bound, as it did.
-- Up Migration

create table auth.mail_hours (
  hour timestamptz not null,
  -- The keyed hash of a network, from which no address can be read; empty: the count is of the whole installation.
  of_hash bytea not null,
  asked integer not null check (asked > 0),
  primary key (hour, of_hash)
);
grant select, insert, update on auth.mail_hours to mohlat_auth;
