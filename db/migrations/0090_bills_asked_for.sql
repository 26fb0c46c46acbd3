-- What:  whether a person asked for a fetched bill, or a worker fetched it on its way to pay.
-- Why:   two sessions paid one fetched bill in full, each; an amount that was typed is no such bill, though the worker
--        fetches one for it.
-- Locks: a column with a constant default on bill_fetches, a moment.
-- Safe while the old version runs: yes; what it fetches counts as not asked for, so it is paid as before.
-- Up Migration

alter table bill_fetches add column is_asked_for boolean not null default false;
