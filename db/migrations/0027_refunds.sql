-- What:  money that goes back to who paid it.
-- Why:   what was paid beyond what is owed is theirs, and is returned without being asked for.
-- Locks: new table only.
-- Safe while the old version runs: yes.
-- Up Migration

-- Rule: LEND-16 journal 23. The row's id is the provider's idempotency key: however often it is sent, it is one refund.
create table refunds (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  repayment_id uuid not null,
  amount_paise bigint not null check (amount_paise > 0),
  status text not null check (status in ('initiated', 'processing', 'unknown', 'processed', 'failed')),
  provider_ref text,
  bank_ref text,
  failure_reason text,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  next_look_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id),
  foreign key (user_id, repayment_id) references repayments (user_id, id)
);
create index refunds_by_repayment on refunds (user_id, repayment_id);
create index refunds_by_loan on refunds (user_id, loan_id);
create index refunds_to_look_at on refunds (next_look_at) where next_look_at is not null;
-- One at a time for a payment: the next begins when the first has ended.
create unique index refunds_one_open on refunds (user_id, repayment_id) where status in ('initiated', 'processing', 'unknown');
create index repayments_by_provider_payment on repayments (provider_payment_ref) where provider_payment_ref is not null;
select protect_user_table('refunds');
grant select on refunds to mohlat_api;
grant select, insert, update on refunds to mohlat_worker;
