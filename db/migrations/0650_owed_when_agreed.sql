-- What:  what was owed when a lower sum was agreed.
-- Why:   repayments of before were charged back after it, and the sum ended a debt that nobody had agreed to let off.
-- Locks: settlements for a moment: an empty column, a check that reads its few rows.
-- Safe while the old version runs: yes. It writes none, and what it agrees holds whatever is owed, as before.
-- Up Migration

alter table settlements add column owed_paise bigint;
alter table settlements add constraint settlements_owed_paise_check check (owed_paise > 0);
