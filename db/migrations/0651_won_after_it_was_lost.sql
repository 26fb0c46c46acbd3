-- What:  the lines by which a repayment counts again whose dispute is won after it was lost.
-- Why:   the rail paid its money out, and nothing was booked.
-- Locks: none but the new rows.
-- Safe while the old version runs: yes; it books less.
-- Up Migration

insert into allowed_journals (kind, account, side) values
  ('chargeback', 'L310', 'debit'),
  ('chargeback', 'A121', 'credit');
