-- What:  until when a code that somebody asked for, to sign in with, drops the password of a later sign-up.
-- Why:   the mark lasted as long as the row, which every sign-up renewed: one request by a stranger left an address without
--        a password for good.
-- Locks: a short one on auth.one_time_codes; a column without a rewrite.
-- Safe while the old version runs: yes, it writes and reads the mark alone.
-- Up Migration

alter table auth.one_time_codes add column drops_password_until timestamptz;
update auth.one_time_codes set drops_password_until = expires_at where drops_password;
