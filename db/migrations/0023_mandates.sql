-- What:  standing permissions to collect (mandates) and the debits tried under them.
-- Why:   a person may have their instalments collected on the due date.
-- Locks: a brief exclusive one on repayments; the new column is not written to its rows.
-- Safe while the old version runs: yes.
-- Up Migration

-- The account's number is never kept here: the provider holds it, and the person recognises its last digits.
create table mandates (
  user_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('upi', 'enach')),
  -- setting_up: not approved yet; pending: the bank has not confirmed; cancelling: asked for, not final.
  status text not null check (status in
    ('setting_up', 'pending', 'active', 'paused', 'rejected', 'cancelling', 'cancelled', 'expired')),
  maximum_paise bigint not null check (maximum_paise > 0),
  until_on date not null,
  masked_account text check (masked_account ~ '^XXXX[0-9]{4}$'),
  customer_ref text,
  order_ref text,
  token_ref text,
  reason text,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  next_look_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id),
  check ((status = 'active') <= (token_ref is not null))
);
-- One permission at a time collects a loan.
create unique index mandates_one_per_loan on mandates (user_id, loan_id)
  where status in ('setting_up', 'pending', 'active', 'paused');
create index mandates_newest on mandates (user_id, created_at desc, id desc);
create index mandates_open on mandates (next_look_at) where next_look_at is not null;
create index mandates_by_token on mandates (token_ref) where token_ref is not null;
create index mandates_active on mandates (status) where status = 'active';
select protect_user_table('mandates');
grant select, insert, update on mandates to mohlat_api, mohlat_worker;

create table presentations (
  user_id uuid not null,
  -- Also the receipt of the order and the id of the repayment: one intent, one debit.
  id uuid not null,
  mandate_id uuid not null,
  loan_id uuid not null,
  -- The instalment it collects, and which try it is.
  number integer not null,
  attempt integer not null check (attempt > 0),
  amount_paise bigint not null check (amount_paise > 0),
  -- planned: the order is to be made; announced: the person was told; presenting: the debit is being asked for, and it
  -- may have been; presented: the bank has it; review: nobody knows, a person looks into it.
  state text not null check (state in
    ('planned', 'announced', 'presenting', 'presented', 'paid', 'failed', 'skipped', 'review')),
  present_at timestamptz not null,
  order_ref text,
  noticed_at timestamptz,
  presented_at timestamptz,
  asked_at timestamptz,
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  next_look_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, mandate_id) references mandates (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id)
);
-- Rule: LEND-C4.
create unique index presentations_once on presentations (user_id, mandate_id, number, attempt);
-- Rule: LEND-20. Never a second one while the first is unresolved.
create unique index presentations_one_open on presentations (user_id, loan_id, number)
  where state in ('planned', 'announced', 'presenting', 'presented', 'review');
create index presentations_open on presentations (next_look_at) where next_look_at is not null;
select protect_user_table('presentations');
grant select on presentations to mohlat_api;
grant update on presentations to mohlat_api;
grant select, insert, update on presentations to mohlat_worker;

-- Rule: LEND-W4. The one instalment a debit under a mandate pays.
alter table repayments add column only_number integer;
