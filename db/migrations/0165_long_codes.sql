-- What:  which codes have twelve digits, and how many wrong tries were at such codes.
-- Why:   after a few wrong tries at six digits the next codes are long, instead of keeping everybody new out for a month.
-- Locks: short ones on three tables; columns without a rewrite, and a check of a small table.
-- Safe while the old version runs: yes. It leaves the hash of a long code beside the hash of its own, so that its code is short.
-- Up Migration

-- The token_hash that stands for twelve digits; beside another token_hash it means nothing.
alter table auth.one_time_codes add column long_hash bytea;
alter table auth.sign_ups add column long_hash bytea;
alter table auth.code_tries
  add column long_wrong integer not null default 0 check (long_wrong >= 0),
  drop constraint code_tries_wrong_check,
  add constraint code_tries_wrong_check check (wrong >= 0);
