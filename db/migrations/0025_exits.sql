-- What:  what a repayment was started for.
-- Why:   a payment can be cancelled within its cooling-off time: the money then settles it in another way.
-- Locks: a brief exclusive one on repayments; the default is not written to its rows.
-- Safe while the old version runs: yes.
-- Up Migration

-- Rule: LEND-8, LEND-9. 'emi' settles instalments in order, 'exit' leaves the loan, 'part_prepay' makes instalments smaller.
alter table repayments add column intent text not null default 'emi' check (intent in ('emi', 'exit', 'part_prepay'));
