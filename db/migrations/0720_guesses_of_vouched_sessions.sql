-- What:  wrong answers to a second factor of sessions that a message to the owner began, or that have shown a factor, and until
--        when the factor takes none of theirs.
-- Why:   counted together with those of sessions that a password opens, they let a thief of the password keep the owner out.
-- Locks: auth.factors, for a moment: columns without a rewrite.
-- Safe while the old version runs: yes. It counts all guesses where it did.
-- Up Migration

alter table auth.factors
  add column vouched_tries integer not null default 0,
  add column vouched_tries_from timestamptz,
  add column vouched_refused_count integer not null default 0
    constraint factors_vouched_refused_count_check check (vouched_refused_count >= 0),
  add column vouched_refused_from timestamptz,
  add column vouched_locked_until timestamptz;
