-- What:  the check and the reference of 0700 are read over old rows, too.
-- Why:   apart from the statement that made them, so that nobody waits for the reading.
-- Locks: repayments is read; reading and writing go on.
-- Safe while the old version runs: yes; its rows keep to both.
-- Up Migration

alter table repayments validate constraint repayments_released_check;
alter table repayments validate constraint repayments_beside_fkey;
