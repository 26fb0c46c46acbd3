-- What:  our references in those rows of a day's list that could not be read, where it was read after its close with such rows.
-- Why:   one row that says something new left the whole day open, and each absent bill of it waited for two people (decision 155).
-- Locks: rail_days for a moment: an empty column.
-- Safe while the old version runs: yes. It does not know the column; without a closing time such a day is open to it, as before.
-- Up Migration

alter table rail_days add column unread_references text[];
