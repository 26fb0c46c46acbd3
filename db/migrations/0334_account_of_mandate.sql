-- What:  a mandate names the bank account it was begun for.
-- Why:   two accounts of a person may end in the same four digits; asked for the second, the order of the first was answered.
-- Locks: mandates, for a moment.
-- Safe while the old version runs: yes; it leaves the column null, and then the four digits are compared as before.
-- Up Migration

alter table mandates add column bank_account_id uuid;
