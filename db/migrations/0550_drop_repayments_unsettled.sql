-- What:  the index of unsettled repayments goes: 0547 made one without those of identified money.
-- Why:   a migration of its own, see 0549.
-- Locks: repayments against reading and writing, for a moment.
-- Safe while the old version runs: yes; both ask for the others alone. The day of the first money is asked for once, before the first file.
-- Up Migration

drop index repayments_unsettled;
