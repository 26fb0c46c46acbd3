-- What:  an attempt keeps the last four digits of its card, and of attempts of one person at one bill of one biller and ending one is open.
-- Why:   the network knows a card by bank, ending and mobile. Two numbers of one ending were two cards to us, and one bill was paid under both.
-- Locks: payment_attempts against reading and writing for the column, a moment, and against writing while the index is built.
-- Safe while the old version runs: yes. payment_submit writes the ending, whoever calls it, and an attempt of before has none, so no two of
--        them are in the way of the index. What the old version cannot begin for it is a job that fails, and that is tried again.
-- Up Migration

alter table payment_attempts add column last4 text;
-- Rule: LEND-X4.
create unique index payment_attempts_one_per_bill_of_ending on payment_attempts (user_id, biller_id, last4, bill_number)
  where bill_number is not null and state in ('sending', 'processing', 'unknown');
