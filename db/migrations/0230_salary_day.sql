-- What:  the day of the month on which somebody's salary comes.
-- Why:   it is drawn beside what falls due, so that somebody sees which of the two comes first. No date depends on it.
-- Locks: a short one on a small table; a column without a rewrite.
-- Safe while the old version runs: yes. It neither reads nor writes the column.
-- Up Migration

-- Zero: asked, and rather not said.
alter table preferences add column salary_day smallint check (salary_day between 0 and 31);
grant update (salary_day) on preferences to mohlat_api;
