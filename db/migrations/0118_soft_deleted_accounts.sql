-- What:  which deleted accounts can be restored, and keyed hashes of the address and number they had.
-- Why:   the protocol keeps such an account with one-way hashes in place of its contacts. They stand in columns of their own:
--        no reader of email or phone can take a hash for an address, and both are free for somebody else.
-- Locks: a short one on auth.users; columns without a rewrite.
-- Safe while the old version runs: yes, it takes such an account for one deleted for good.
-- Up Migration

alter table auth.users
  add column is_restorable boolean not null default false,
  add column deleted_email_hash bytea,
  add column deleted_phone_hash bytea;
