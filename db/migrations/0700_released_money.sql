-- What:  the part of a repayment that its payer has back although an instalment waited for it, the repayment whose order one paid again, and when a debit was heard of.
-- Why:   money that was paid twice goes back by itself, and money for a later instalment when it is asked for (LEND-9, LEND-20).
-- Locks: repayments for a moment: empty columns, a check and a reference of new rows alone.
-- Safe while the old version runs: yes. It releases nothing, and counts as returned what is on its way back, as before.
-- Up Migration

alter table repayments add column released_paise bigint not null default 0;
alter table repayments add column released_at timestamptz;
-- When our books took the money of a debit first; null of other money, and where an older process took it.
alter table repayments add column heard_at timestamptz;
-- Null: it is the first payment of its order, or an older process wrote it.
alter table repayments add column beside_id uuid;
alter table repayments add constraint repayments_released_check
  check (released_paise between 0 and amount_paise and (released_paise > 0) = (released_at is not null)) not valid;
alter table repayments add constraint repayments_beside_fkey
  foreign key (user_id, beside_id) references repayments (user_id, id) not valid;
