-- What:  an index over the accounts whose address nobody proved.
-- Why:   they are removed after a week, and were kept for ever.
-- Locks: a short one on auth.users while the index is built.
-- Safe while the old version runs: yes, it does not ask.
-- Up Migration

create index users_unproven_idx on auth.users (created_at)
  where email_confirmed_at is null and phone_confirmed_at is null and deleted_at is null;
