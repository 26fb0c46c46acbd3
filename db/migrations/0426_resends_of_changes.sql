-- What:  how often the code of a change of contact was sent again.
-- Why:   sent again for ever, a change that a stranger began never ended.
-- Locks: auth.one_time_codes, for a moment: a column with a constant default.
-- Safe while the old version runs: yes. It counts nothing, and sends again without a bound as it did.
-- Up Migration

alter table auth.one_time_codes add column resent_count smallint not null default 0;
