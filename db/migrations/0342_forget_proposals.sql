-- What:  the worker may empty why something was proposed and what exactly.
-- Why:   of an account whose books have had their time, nothing that staff wrote about the person is kept.
-- Locks: none held for long (the catalogue's rows of this table).
-- Safe while the old version runs: yes; it changes neither column.
-- Up Migration

grant update (reason, payload) on approvals to mohlat_worker;
