-- What:  how many wrong recovery codes a session gave, and when the last.
-- Why:   they were counted for the whole account: who had the password alone could keep its owner's codes resting for ever.
-- Locks: columns without a rewrite.
-- Safe while the old version runs: yes, it goes on counting for the account.
-- Up Migration

alter table auth.sessions
  add column wrong_codes integer not null default 0 check (wrong_codes >= 0),
  add column wrong_code_at timestamptz;
