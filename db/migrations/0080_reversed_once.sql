-- What:  a journal is taken back once at most, also by the owner of the tables.
-- Why:   an invariant found a second mirror afterwards; nothing refused it.
-- Locks: writers of journals wait while the index is built over the mirrors.
-- Safe while the old version runs: yes; it names a mirror by the journal it takes back, and so writes one.
-- Up Migration

-- Rule: LEND-I29.
create unique index journals_reversed_once on journals (user_id, reversal_of) where reversal_of is not null;
