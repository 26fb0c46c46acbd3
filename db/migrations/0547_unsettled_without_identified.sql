-- What:  an index of repayments that the rail has not settled, without those that staff found the owner of.
-- Why:   the rail settled their money before it had an owner, so they never get a day of settlement, and stayed in an index of few rows
--        that is read every day.
-- Locks: repayments against writing while the index is built.
-- Safe while the old version runs: yes; it is an index.
-- Up Migration

create index repayments_to_settle on repayments (received_at)
  where settled_on is null and provider_payment_ref is not null and channel <> 'identified';
