-- What:  the check of 0622 is read over old rows, too.
-- Why:   apart from the statement that made it, so that nobody waits for the reading.
-- Locks: credit_accounts is read; reading and writing go on.
-- Safe while the old version runs: yes; its rows keep to it.
-- Up Migration

alter table credit_accounts validate constraint credit_accounts_limit_cap_paise_check;
