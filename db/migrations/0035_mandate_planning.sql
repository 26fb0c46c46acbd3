-- What:  when the debits of a mandate are planned next.
-- Why:   each turn looked through every mandate that stands; now it takes up those whose time has come, by an index.
-- Locks: a brief exclusive one on mandates; their rows are written once, presentations are not touched.
-- Safe while the old version runs: yes; it plans without looking at the new column.
-- Up Migration

alter table mandates add column plan_at timestamptz;
update mandates set plan_at = confirmed_at where status = 'active';
create index mandates_to_plan on mandates (plan_at) where status = 'active';
-- Nothing looks for all that stand any more.
drop index mandates_active;
