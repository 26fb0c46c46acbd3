-- What:  that a row of the rail's list names a payment may be proven at the end of a transaction.
-- Why:   a reading that is only tried takes up its rows and matches them in one transaction, which never commits. Proving each row at
--        once locked payments before their loans, and a reversal by staff comes from the other side (LEND-C5).
-- Locks: rail_rows and payments for a moment; no row is read.
-- Safe while the old version runs: yes. Without asking for it nothing is proven later than before.
-- Up Migration

alter table rail_rows alter constraint rail_rows_user_id_payment_id_fkey deferrable initially immediate;
