-- What:  the looks in a row that found no money of an order of a repayment, once its three days are over.
-- Why:   after days of rest the first look failed the order for good: a list that was empty by mistake hid money that had come.
-- Locks: repayments for a moment: the defaults of the columns are kept in the catalogue.
-- Safe while the old version runs: yes. It does not know the columns, and fails an order at its first look in vain, as before.
-- Up Migration

alter table repayments add column absent_since timestamptz, add column absent_looks integer not null default 0;
