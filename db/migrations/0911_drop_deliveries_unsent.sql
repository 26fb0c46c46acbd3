-- What:  the index of some of the reasons goes.
-- Why:   deliveries_not_sent has them all; it is in place since the migration before.
-- Locks: deliveries, against reads and writes, for an instant.
-- Safe while the old version runs: yes; its figure is read by the new index.
-- Up Migration

drop index deliveries_unsent;
