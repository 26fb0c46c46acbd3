-- What:  the session in which a second factor was enrolled.
-- Why:   a stolen session enrolled a factor of its own and showed that wherever a fresh proof was asked for.
-- Locks: a column without a rewrite.
-- Safe while the old version runs: yes, what it enrols meanwhile counts as before.
-- Up Migration

alter table auth.factors add column enrolled_in uuid;
