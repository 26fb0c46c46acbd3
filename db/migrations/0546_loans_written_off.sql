-- What:  an index of loans that were written off.
-- Why:   each view of the staff's first page went through all loans of all years to count them.
-- Locks: loans against writing, while an index of few rows is built.
-- Safe while the old version runs: yes; it is an index.
-- Up Migration

create index loans_written_off on loans (user_id, id) where status = 'written_off';
