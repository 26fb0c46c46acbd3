-- What:  an index of loans that were left or undone, by the day.
-- Why:   the look for friends whose reward rests on nothing any more, every three seconds, went through all loans that ended in sixty days.
-- Locks: loans against writing, while the index is built.
-- Safe while the old version runs: yes; it is an index.
-- Up Migration

create index loans_left on loans (closed_on, user_id) where status in ('exited', 'unwound');
