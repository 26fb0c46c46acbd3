-- What:  the index of repayments that the rail has not settled leaves out those that staff found the owner of.
-- Why:   the rail settled their money before it had an owner, so they never get a day of settlement, and stayed in an index of few rows
--        that is read every day.
-- Locks: repayments against writing while the index is built, and against reading for the moment in which the other one goes.
-- Safe while the old version runs: yes; both ask for the others alone. The day of the first money is asked for once, before the first file.
-- Up Migration

create index repayments_to_settle on repayments (received_at)
  where settled_on is null and provider_payment_ref is not null and channel <> 'identified';
drop index repayments_unsettled;
