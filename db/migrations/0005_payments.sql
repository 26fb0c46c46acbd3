-- What:  quotes, payments, their attempts at the rail, reservations, loans and instalments.
-- Why:   the product's main job: a bill paid now, repaid later.
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

create table idempotency_keys (
  user_id uuid not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  state text not null check (state in ('running', 'done')),
  outcome text,
  facts jsonb,
  created_at timestamptz not null,
  leased_until timestamptz,
  primary key (user_id, route, key)
);
select protect_user_table('idempotency_keys');
grant select, insert, update, delete on idempotency_keys to mohlat_api, mohlat_worker;
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Rule: LEND-F8. A quote is immutable but for the payment that used it.
create table quotes (
  user_id uuid not null,
  id uuid not null,
  card_id uuid not null,
  bill_fetch_id uuid,
  settings_version integer not null references settings (version),
  amount_paise bigint not null check (amount_paise > 0),
  service_fee_paise bigint not null check (service_fee_paise >= 0),
  gst_paise bigint not null check (gst_paise >= 0),
  interest_paise bigint not null check (interest_paise >= 0),
  total_paise bigint not null,
  apr_bps integer not null,
  annual_rate_bps integer not null,
  plan_kind text not null check (plan_kind in ('single', 'emi')),
  instalment_count integer not null,
  schedule jsonb not null,
  key_facts jsonb not null,
  key_facts_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  payment_id uuid,
  primary key (user_id, id),
  foreign key (user_id, card_id) references cards (user_id, id),
  foreign key (user_id, bill_fetch_id) references bill_fetches (user_id, id),
  check (total_paise = amount_paise + service_fee_paise + interest_paise)
);
select protect_user_table('quotes');
grant select, insert on quotes to mohlat_api, mohlat_worker;
grant update (payment_id) on quotes to mohlat_api, mohlat_worker;

create table payments (
  user_id uuid not null,
  id uuid not null default new_id(),
  quote_id uuid not null,
  card_id uuid not null,
  bill_fetch_id uuid,
  settings_version integer not null,
  amount_paise bigint not null check (amount_paise > 0),
  service_fee_paise bigint not null,
  gst_paise bigint not null,
  interest_paise bigint not null,
  total_paise bigint not null,
  apr_bps integer not null,
  annual_rate_bps integer not null,
  plan_kind text not null,
  instalment_count integer not null,
  schedule jsonb not null,
  bill_on date,
  bill_due_on date,
  bill_status text not null check (bill_status in ('accepted', 'submitted', 'unknown', 'paid', 'failed', 'reversed')),
  failure_reason text,
  needs_review boolean not null default false,
  review_reason text,
  accepted_at timestamptz not null,
  paid_at timestamptz,
  rail_reference text,
  enquiry_count integer not null default 0,
  next_enquiry_at timestamptz,
  primary key (user_id, id),
  unique (user_id, quote_id),
  foreign key (user_id, quote_id) references quotes (user_id, id),
  foreign key (user_id, card_id) references cards (user_id, id),
  foreign key (user_id, bill_fetch_id) references bill_fetches (user_id, id)
);
create index payments_newest on payments (user_id, accepted_at desc, id desc);
-- What the worker still has to bring to an end.
create index payments_open on payments (next_enquiry_at) where next_enquiry_at is not null;
select protect_user_table('payments');
grant select, insert, update on payments to mohlat_api, mohlat_worker;

-- The attempt is committed before the first byte leaves; its request is kept to be sent again byte for byte.
create table payment_attempts (
  user_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  our_reference text not null check (length(our_reference) between 6 and 35),
  biller_id text not null,
  bill_number text,
  card_id uuid not null,
  mobile_sealed bytea not null,
  request_sealed bytea not null,
  request_hash bytea not null,
  state text not null check (state in ('sending', 'processing', 'unknown', 'succeeded', 'failed')),
  provider_ref text,
  provider_txn text,
  failure_code text,
  absent_count integer not null default 0,
  resent_count integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (user_id, id),
  unique (user_id, our_reference),
  foreign key (user_id, payment_id) references payments (user_id, id),
  foreign key (user_id, card_id) references cards (user_id, id)
);
-- Rule: LEND-X4. Never two attempts that could both have paid.
create unique index payment_attempts_one_open on payment_attempts (user_id, payment_id) where state <> 'failed';
create index payment_attempts_by_provider_ref on payment_attempts (provider_ref) where provider_ref is not null;
create index payment_attempts_by_reference on payment_attempts (our_reference);
create unique index payment_attempts_one_per_bill on payment_attempts (user_id, card_id, bill_number)
  where bill_number is not null and state in ('sending', 'processing', 'unknown');
select protect_user_table('payment_attempts');
grant select, insert, update on payment_attempts to mohlat_worker;
grant select on payment_attempts to mohlat_api;

-- Rule: LEND-18.
create table allowed_bill_status (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
grant select on allowed_bill_status to mohlat_api, mohlat_worker;
insert into allowed_bill_status values
  ('none', 'accepted'), ('accepted', 'submitted'), ('accepted', 'failed'),
  ('submitted', 'submitted'), ('submitted', 'paid'), ('submitted', 'failed'), ('submitted', 'unknown'),
  ('unknown', 'paid'), ('unknown', 'failed'), ('paid', 'reversed');

create table bill_status_log (
  user_id uuid not null,
  payment_id uuid not null,
  seq integer not null,
  from_status text not null,
  to_status text not null,
  event text not null,
  at timestamptz not null,
  primary key (user_id, payment_id, seq),
  foreign key (user_id, payment_id) references payments (user_id, id),
  foreign key (from_status, to_status) references allowed_bill_status (from_status, to_status)
);
select protect_user_table('bill_status_log');
grant select, insert on bill_status_log to mohlat_api, mohlat_worker;

create table reservations (
  user_id uuid not null,
  payment_id uuid not null,
  amount_paise bigint not null check (amount_paise > 0),
  state text not null check (state in ('held', 'consumed', 'released')),
  primary key (user_id, payment_id),
  foreign key (user_id, payment_id) references payments (user_id, id)
);
select protect_user_table('reservations');
grant select, insert on reservations to mohlat_api, mohlat_worker;
grant update (state) on reservations to mohlat_worker;

-- Rule: LEND-K6. The statement as it was shown, with the evidence of its acceptance.
create table key_facts (
  user_id uuid not null,
  payment_id uuid not null,
  version text not null,
  hash text not null,
  content jsonb not null,
  accepted_at timestamptz not null,
  accepted_from inet,
  session_id uuid not null,
  primary key (user_id, payment_id),
  foreign key (user_id, payment_id) references payments (user_id, id)
);
select protect_user_table('key_facts');
grant select, insert on key_facts to mohlat_api, mohlat_worker;

-- A loan is the same payment in the books once the bill is paid: same id.
create table loans (
  user_id uuid not null,
  id uuid not null,
  status text not null check (status in ('active', 'npa', 'closed', 'exited', 'unwound', 'written_off')),
  disbursed_on date not null,
  closed_on date,
  schedule_version integer not null default 1,
  primary key (user_id, id),
  foreign key (user_id, id) references payments (user_id, id)
);
select protect_user_table('loans');
grant select on loans to mohlat_api;
grant select, insert, update on loans to mohlat_worker;

create table loan_days (
  user_id uuid not null,
  loan_id uuid not null,
  closed_through_on date not null,
  primary key (user_id, loan_id),
  foreign key (user_id, loan_id) references loans (user_id, id)
);
select protect_user_table('loan_days');
grant select on loan_days to mohlat_api;
grant select, insert, update on loan_days to mohlat_worker;

create table instalments (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  version integer not null,
  number integer not null,
  due_on date not null,
  principal_paise bigint not null check (principal_paise >= 0),
  fee_paise bigint not null check (fee_paise >= 0),
  interest_paise bigint not null check (interest_paise >= 0),
  paid_principal_paise bigint not null default 0,
  paid_fee_paise bigint not null default 0,
  paid_interest_paise bigint not null default 0,
  is_active boolean not null default true,
  is_demanded boolean not null default false,
  primary key (user_id, id),
  unique (user_id, loan_id, version, number),
  foreign key (user_id, loan_id) references loans (user_id, id),
  check (paid_principal_paise between 0 and principal_paise),
  check (paid_fee_paise between 0 and fee_paise),
  check (paid_interest_paise between 0 and interest_paise)
);
select protect_user_table('instalments');
grant select on instalments to mohlat_api;
grant select, insert, update on instalments to mohlat_worker;

-- A difference with an owner and an age; it changes no money by itself.
create table reconciliation_breaks (
  user_id uuid not null,
  id uuid not null default new_id(),
  payment_id uuid,
  repayment_id uuid,
  kind text not null,
  detail jsonb not null,
  opened_at timestamptz not null,
  resolved_at timestamptz,
  resolution text,
  primary key (user_id, id),
  foreign key (user_id, payment_id) references payments (user_id, id)
);
create unique index reconciliation_breaks_once on reconciliation_breaks (user_id, kind, payment_id) where resolved_at is null;
select protect_user_table('reconciliation_breaks');
grant select, insert, update on reconciliation_breaks to mohlat_worker;
