-- What:  the index of accounts by the name of their browser goes.
-- Why:   as 0893: no account has the name any more.
-- Locks: auth.users against reading and writing, for a moment.
-- Safe while the old version runs: yes. Few accounts have a name by now, and its question is rare: one at a sign-up with an invitation.
-- Up Migration

drop index auth.users_by_device;
