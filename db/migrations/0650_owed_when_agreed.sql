-- What:  what was owed when a lower sum was agreed, and the charges that stood then.
-- Why:   repayments of before were charged back after it, and the sum ended a debt that nobody had agreed to let off. Charges since are let
--        off as well, also those of the same day: they are what stands beyond the charges of then.
-- Locks: settlements for a moment: empty columns, a check that reads its few rows.
-- Safe while the old version runs: yes. It writes neither, and what it agrees holds whatever is owed, as before.
-- Up Migration

alter table settlements add column owed_paise bigint;
alter table settlements add column charged_paise bigint;
alter table settlements add constraint settlements_owed_paise_check check (owed_paise > 0 and charged_paise >= 0);
