-- What:  the rail's lists by the rail's own names of a payment.
-- Why:   a reference that staff type for a bill is compared with the lists, which were found by our reference alone.
-- Locks: rail_rows against writing, while the indexes are built: only the reading of a list writes there.
-- Safe while the old version runs: yes.
-- Up Migration

create index rail_rows_by_rail_reference on rail_rows (rail_reference);
create index rail_rows_by_provider_txn on rail_rows (provider_txn) where provider_txn is not null;
