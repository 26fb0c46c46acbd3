-- What:  counts of wrong passwords, by the keyed hash of the address and of who gave them.
-- Why:   guessing was slowed by the caller's address alone: whoever has many guessed at one account without end.
-- Locks: a new table.
-- Safe while the old version runs: yes, it counts nothing here.
-- Up Migration

create table auth.password_tries (
  key_hash bytea primary key,
  wrong integer not null,
  last_at timestamptz not null
);
create index password_tries_last_at_idx on auth.password_tries (last_at);
grant select, insert, update, delete on auth.password_tries to mohlat_auth;
