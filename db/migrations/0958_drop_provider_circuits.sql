-- What:  the table of circuits by name alone goes.
-- Why:   0377 put circuit_states in its place, with a row of each process; 0.1.0 reads and writes only that.
-- Locks: provider_circuits, which no version uses, for a moment.
-- Safe while the old version runs: yes; 0.1.0 does without it.
-- Up Migration

drop table provider_circuits;
