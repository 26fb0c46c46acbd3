-- What:  linked bank accounts and the questions put to their banks; who may call a bank is counted with other calls.
-- Why:   repayments come from an account that is proven to be the person's own.
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

-- The number stands only sealed. Once an account is removed, number and fingerprint are gone.
create table bank_accounts (
  user_id uuid not null,
  id uuid not null default new_id(),
  account_name text not null,
  -- Sealed under `bank-account:<id>`.
  number_sealed bytea,
  -- Keyed hash of IFSC and number, against linking the same account twice.
  fingerprint bytea,
  masked_number text not null check (masked_number ~ '^XXXX[0-9]{4}$'),
  ifsc text not null,
  bank_name text not null,
  branch text not null,
  city text not null,
  status text not null check (status in ('pending', 'verified', 'review', 'rejected', 'unverified')),
  reason text,
  name_at_bank text,
  name_percent integer check (name_percent between 0 and 100),
  is_default boolean not null default false,
  -- Which time the bank is being asked; the first is 1. A round sends one rupee, two at most.
  round integer not null default 1 check (round > 0),
  round_started_at timestamptz not null,
  -- When to look again at what is still open.
  next_look_at timestamptz,
  created_at timestamptz not null,
  verified_at timestamptz,
  removed_at timestamptz,
  primary key (user_id, id),
  check (not is_default or status = 'verified' and removed_at is null),
  check ((removed_at is null) = (number_sealed is not null)),
  check ((removed_at is null) = (fingerprint is not null)),
  check (next_look_at is null or status = 'pending' and removed_at is null)
);
create unique index bank_accounts_one_each on bank_accounts (user_id, fingerprint) where removed_at is null;
create unique index bank_accounts_one_default on bank_accounts (user_id) where is_default;
create index bank_accounts_newest on bank_accounts (user_id, created_at desc, id desc);
create index bank_accounts_open on bank_accounts (next_look_at) where next_look_at is not null;
select protect_user_table('bank_accounts');
grant select, insert, update on bank_accounts to mohlat_api, mohlat_worker;

-- One row for each time a rupee may have left, written before it does.
create table bank_account_checks (
  user_id uuid not null,
  id uuid not null,
  bank_account_id uuid not null,
  round integer not null,
  -- sending: the call is under way; not_sent: surely nothing happened; lost: it may have; asked: the bank has it.
  state text not null check (state in ('sending', 'not_sent', 'lost', 'asked', 'answered')),
  provider_ref text,
  outcome text,
  code text,
  started_at timestamptz not null,
  answered_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, bank_account_id) references bank_accounts (user_id, id)
);
create unique index bank_account_checks_one_open on bank_account_checks (user_id, bank_account_id)
  where state in ('sending', 'asked');
create index bank_account_checks_of_account on bank_account_checks (user_id, bank_account_id, round);
create index bank_account_checks_by_ref on bank_account_checks (provider_ref) where provider_ref is not null;
select protect_user_table('bank_account_checks');
grant select on bank_account_checks to mohlat_api;
grant select, insert, update on bank_account_checks to mohlat_worker;
