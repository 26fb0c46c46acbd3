-- What:  statistics of names from ten times as many rows.
-- Why:   a search for a rare name was planned as one for a frequent name, by the luck of the sample, and then read most of
--        the accounts in the order they joined.
-- Locks: a short one on each of the two indexes.
-- Safe while the old version runs: yes, only plans get better after the next analyze.
-- Up Migration

alter index profiles_by_name_beginning alter column 1 set statistics 1000;
alter index profiles_by_name_word alter column 1 set statistics 1000;
