-- What:  reads the rows that the checks of 0366 and 0378 were made without.
-- Why:   a check that is made with its column reads the whole table while nobody can read or write it.
-- Locks: unidentified_receipts and provider_calls against other changes of their shape alone; reads and writes go on.
-- Safe while the old version runs: yes, nothing changes.
-- Up Migration

alter table unidentified_receipts validate constraint unidentified_receipts_refunded_paise_check;
alter table provider_calls validate constraint provider_calls_outcome_check;
