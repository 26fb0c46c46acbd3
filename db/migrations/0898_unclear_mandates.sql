-- What:  since when the provider has answered about a mandate, and said nothing that helps.
-- Why:   a status that we do not know was asked about every minute without end, and nobody saw it. After a day staff do (decision 194).
-- Locks: mandates for a moment: an empty column.
-- Safe while the old version runs: yes. It does not know the column, and asks as before; the day begins with the first look of the new one.
-- Up Migration

alter table mandates add column unclear_since timestamptz;
grant update (unclear_since) on mandates to mohlat_worker;
