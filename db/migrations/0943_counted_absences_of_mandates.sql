-- What:  the number of looks in a row that found no mandate for an order whose day is over.
-- Why:   a mandate ended at the second look in vain where the worker slept between the two: time was counted, and the looks were not.
-- Locks: mandates for a moment: the default of the column is kept in the catalogue.
-- Safe while the old version runs: yes. It does not know the column, and ends a mandate by the time alone, as before.
-- Up Migration

alter table mandates add column absent_looks integer not null default 0;
grant update (absent_looks) on mandates to mohlat_worker;
