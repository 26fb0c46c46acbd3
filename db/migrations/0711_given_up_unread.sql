-- What:  the index of messages that were given up goes.
-- Why:   the one of migration 0710 has them, too.
-- Locks: deliveries, for a moment.
-- Safe while the old version runs: yes; its figure reads the new one.
-- Up Migration

drop index deliveries_given_up;
