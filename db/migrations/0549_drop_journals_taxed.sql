-- What:  the index of taxed journals by day goes: 0543 made one that begins with the day, too.
-- Why:   a migration of its own, for one that made an index of a table and then dropped another would hold writers up and wait for a
--        transaction that reads, then writes: a deadlock.
-- Locks: journals against reading and writing, for a moment.
-- Safe while the old version runs: yes; the other index serves it.
-- Up Migration

drop index journals_taxed;
