-- What:  a delivery says what its message is about, with an index for it.
-- Why:   a debit under eNACH may be presented only under a notice that left. What became of its messages could not be found.
-- Locks: a column without a rewrite; deliveries, against writes, while an index without rows is built.
-- Safe while the old version runs: yes; it leaves the column null. A debit that it announced is presented as before.
-- Up Migration

alter table deliveries add column about_id uuid;
create index deliveries_about on deliveries (user_id, about_id) where about_id is not null;
