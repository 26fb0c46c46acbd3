-- What:  an index of accounts by the browser of their sign-up.
-- Why:   a referral asks whether another account came from the same browser; 0896 drops the index of the names.
-- Locks: auth.users against writing while it is built.
-- Safe while the old version runs: yes.
-- Up Migration

create index users_by_sign_up_device on auth.users (sign_up_device_hash) where sign_up_device_hash is not null;
