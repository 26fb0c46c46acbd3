-- What:  differences of the reconciliation by their id.
-- Why:   a search of the audit log by the id of a thing is written under its owner, who is then not shown it. It looks in each table that has
--        an index by id; this had none.
-- Locks: reconciliation_breaks for writing while the index is built: moments, it has differences only.
-- Safe while the old version runs: yes; it does not use it.
-- Up Migration

create index reconciliation_breaks_by_id on reconciliation_breaks (id);
