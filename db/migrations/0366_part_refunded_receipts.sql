-- What:  the part of money without an owner that the rail had given back before we kept it.
-- Why:   money that was refunded in part before we heard of it could be neither credited nor kept: its rest stood nowhere.
-- Locks: unidentified_receipts, for a moment: a column with a constant default, and a check that reads no row; 0391 has them read.
-- Safe while the old version runs: yes, it keeps no such money and leaves the column at zero.
-- Up Migration

-- `amount_paise` is the rest that is kept; with this it makes what the rail took.
alter table unidentified_receipts add column refunded_paise bigint not null default 0;
alter table unidentified_receipts
  add constraint unidentified_receipts_refunded_paise_check check (refunded_paise >= 0) not valid;
