-- What:  the key of refunds to the dispute that took them is read for the rows that stand.
-- Why:   0591 added it unread.
-- Locks: refunds and chargebacks against other changes of their shape alone; reads and writes go on.
-- Safe while the old version runs: yes.
-- Up Migration

alter table refunds validate constraint refunds_chargeback_fkey;
