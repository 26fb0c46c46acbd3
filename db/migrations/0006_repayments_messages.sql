-- What:  repayments and their allocation, notifications, the webhook inbox.
-- Why:   money coming back, and telling people about it.
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

create table repayments (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  amount_paise bigint not null check (amount_paise > 0),
  status text not null check (status in ('initiated', 'succeeded', 'failed', 'unknown')),
  channel text not null check (channel in ('checkout', 'mandate', 'reward')),
  order_ref text,
  provider_payment_ref text,
  failure_reason text,
  created_at timestamptz not null,
  received_at timestamptz,
  value_on date,
  enquiry_count integer not null default 0,
  next_enquiry_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id)
);
create index repayments_newest on repayments (user_id, created_at desc, id desc);
create index repayments_open on repayments (next_enquiry_at) where next_enquiry_at is not null;
create unique index repayments_one_per_order on repayments (user_id, order_ref) where order_ref is not null;
create index repayments_by_order on repayments (order_ref) where order_ref is not null;
-- One captured payment is credited once, whoever reports it.
create unique index repayments_one_per_provider_payment on repayments (user_id, provider_payment_ref)
  where provider_payment_ref is not null;
select protect_user_table('repayments');
grant select, insert, update on repayments to mohlat_api, mohlat_worker;

create table allocations (
  user_id uuid not null,
  id uuid not null default new_id(),
  repayment_id uuid not null,
  loan_id uuid not null,
  number integer,
  component text not null check (component in ('interest', 'fee', 'principal', 'bounce', 'penal', 'excess')),
  amount_paise bigint not null check (amount_paise > 0),
  is_active boolean not null default true,
  is_earmark boolean not null default false,
  primary key (user_id, id),
  foreign key (user_id, repayment_id) references repayments (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id)
);
create index allocations_by_repayment on allocations (user_id, repayment_id);
create index allocations_by_loan on allocations (user_id, loan_id) where is_active;
select protect_user_table('allocations');
grant select on allocations to mohlat_api;
grant select, insert, update on allocations to mohlat_worker;

create table notifications (
  user_id uuid not null,
  id uuid not null default new_id(),
  type text not null check (type in ('reward', 'success', 'warning', 'info')),
  icon text not null,
  title text not null,
  description text not null,
  at timestamptz not null,
  read_at timestamptz,
  primary key (user_id, id)
);
create index notifications_newest on notifications (user_id, at desc, id desc);
select protect_user_table('notifications');
grant select on notifications to mohlat_api;
grant update (read_at) on notifications to mohlat_api;
grant select, insert on notifications to mohlat_worker;

-- What providers told us, kept raw and once; acted upon later, and only as a hint.
create table webhook_inbox (
  provider text not null,
  event_id text not null,
  type text not null,
  trust text not null check (trust in ('verified', 'hint')),
  subject_ref text,
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text,
  primary key (provider, event_id)
);
create index webhook_inbox_waiting on webhook_inbox (received_at) where processed_at is null;
grant select, insert on webhook_inbox to mohlat_api;
grant select, insert, update on webhook_inbox to mohlat_worker;
