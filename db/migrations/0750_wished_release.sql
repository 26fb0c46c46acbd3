-- What:  of a repayment, the part of what was released that its payer asked for.
-- Why:   that part went back for no debit: where one that crossed it pays later, the doubled money goes back beside it (LEND-20).
-- Locks: repayments for a moment: a column with a default, and a check of new rows alone.
-- Safe while the old version runs: yes. What it releases counts as before, as money that went back for a debit.
-- Up Migration

alter table repayments add column wished_paise bigint not null default 0;
alter table repayments add constraint repayments_wished_check check (wished_paise between 0 and released_paise) not valid;
