-- What:  webhook_inbox keeps the hash of each body; indexes to close its rows and to find a repayment by its receipt.
-- Why:   the id of an event stands in a header nobody signs: one signed body with many ids was many events.
-- Locks: short ones while the indexes of two small tables are built.
-- Safe while the old version runs: yes, its rows have no hash.
-- Up Migration

alter table webhook_inbox add column body_hash bytea;
create unique index webhook_inbox_one_body on webhook_inbox (provider, body_hash);
create index webhook_inbox_by_subject on webhook_inbox (provider, subject_ref) where processed_at is null;
-- A provider's order names its repayment, never the user.
create index repayments_by_id on repayments (id);
