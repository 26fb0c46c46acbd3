-- What:  transfers of our own bank by which an excess goes back that the payer's bank refused to the end.
-- Why:   such money had no way out: its person was told of another way, and nothing could record one (decision 182).
-- Locks: new table only.
-- Safe while the old version runs: yes. It reads the refund of a transfer as one that was made.
-- Up Migration

-- Rule: LEND-16 journal 23, LEND-24. Each repayment that it empties has a processed refund with its reference.
create table refund_transfers (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  amount_paise bigint not null constraint refund_transfers_amount_check check (amount_paise > 0),
  -- The UTR of our bank.
  reference text not null,
  account_last4 text not null constraint refund_transfers_last4_check check (account_last4 ~ '^[0-9]{4}$'),
  approval_id uuid not null,
  made_at timestamptz not null,
  constraint refund_transfers_pkey primary key (user_id, id),
  constraint refund_transfers_loan_fkey foreign key (user_id, loan_id) references loans (user_id, id)
);
create index refund_transfers_by_loan on refund_transfers (user_id, loan_id);
create index refund_transfers_by_reference on refund_transfers (upper(reference));
select protect_user_table('refund_transfers');
grant select on refund_transfers to mohlat_api;
grant select, insert on refund_transfers to mohlat_worker;
