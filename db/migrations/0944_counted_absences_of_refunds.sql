-- What:  the looks in a row that did not find a request to give money back, of refunds and of money without an owner.
-- Why:   after a lost dispute one look that was empty by mistake ended a refund that the rail had made: the money went twice.
-- Locks: refunds and unidentified_receipts for a moment each: the defaults of the columns are kept in the catalogue.
-- Safe while the old version runs: yes. It does not know the columns, and ends a refund at its first look in vain, as before.
-- Up Migration

alter table refunds add column absent_since timestamptz, add column absent_looks integer not null default 0;
alter table unidentified_receipts add column absent_since timestamptz, add column absent_looks integer not null default 0;
