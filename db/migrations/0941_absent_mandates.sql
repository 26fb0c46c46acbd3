-- What:  since when the provider shows no mandate for an order whose day is over.
-- Why:   one empty answer ended a mandate for good, though its person may have approved it: nothing would have been collected.
-- Locks: mandates for a moment: an empty column.
-- Safe while the old version runs: yes. It does not know the column, and ends a mandate at its first empty answer, as before.
-- Up Migration

alter table mandates add column absent_since timestamptz;
grant update (absent_since) on mandates to mohlat_worker;
