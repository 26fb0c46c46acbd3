-- What:  the index goes that let several rounds of a dispute have one open difference of a kind; 0810 made one that tells them apart.
-- Why:   as 0810.
-- Locks: reconciliation_breaks against reading and writing, for a moment.
-- Safe while the old version runs: yes. It opens differences by break_open, and finds that of a round by the id of the round.
-- Up Migration

drop index reconciliation_breaks_once_by_reference;
