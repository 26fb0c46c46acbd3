-- What:  the dispute by which a payer's bank took a part of a repayment that was too much, on the refund that this part was due as.
-- Why:   such a part stood in the books twice: as a loss of the dispute, and as money owed to the payer, who has it.
-- Locks: refunds and chargebacks for a moment: a column without a value, a key that reads no row; 0592 has it read.
-- Safe while the old version runs: yes. It writes no such row, and reads one as a refund that was made.
-- Up Migration

alter table refunds add column chargeback_id uuid;
alter table refunds add constraint refunds_chargeback_fkey
  foreign key (user_id, chargeback_id) references chargebacks (user_id, id) not valid;
