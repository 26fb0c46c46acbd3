-- What:  when a waiting row of a settlement file was last asked about at its rail.
-- Why:   only the oldest rows were asked about in each turn; behind enough that have no owner, newer money waited for ever.
-- Locks: a column without a rewrite; a short one on settlement_rows while the index of the rows that wait is built.
-- Safe while the old version runs: yes, it does not know the column.
-- Up Migration

alter table settlement_rows add column followed_at timestamptz;
create index settlement_rows_followed on settlement_rows (followed_at nulls first, id) where state = 'waiting';
