-- What:  wrong codes typed for an account, counted over all its codes for thirty days.
-- Why:   each code had a few tries of its own and a day had many codes: three hundred guesses a day at one number.
-- Locks: a new table.
-- Safe while the old version runs: yes, it counts nothing here.
-- Up Migration

create table auth.code_tries (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Of auth.one_time_codes.
  kind text not null,
  -- Counted apart: devices the account knows, others who asked for the code they try, others who did not.
  triers text not null check (triers in ('known', 'askers', 'others')),
  wrong integer not null check (wrong > 0),
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (user_id, kind, triers)
);
create index code_tries_since on auth.code_tries (since);
grant select, insert, update, delete on auth.code_tries to mohlat_auth;
