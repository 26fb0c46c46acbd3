-- What:  profiles, identity checks, consents, credit accounts, saved cards and fetched bills.
-- Why:   who the person is, what they may borrow and which bills they have.
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

create table profiles (
  user_id uuid primary key,
  full_name text,
  date_of_birth date,
  address_sealed bytea,
  monthly_income_paise bigint check (monthly_income_paise between 0 and 1000000000000),
  pan_sealed bytea,
  pan_hash bytea,
  pan_masked text,
  -- The number bank and bureau know; it need not be the one used to sign in.
  mobile_sealed bytea,
  onboarded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
select protect_user_table('profiles');
grant select, insert, update on profiles to mohlat_api, mohlat_worker;

create table kyc_records (
  user_id uuid primary key references profiles (user_id),
  pan_status text not null default 'not_started' check (pan_status in ('not_started', 'pending', 'verified', 'rejected')),
  pan_name text,
  pan_category text,
  pan_reason text,
  pan_verified_at timestamptz,
  aadhaar_status text not null default 'not_started' check (aadhaar_status in ('not_started', 'pending', 'verified', 'rejected')),
  aadhaar_last4 text check (aadhaar_last4 ~ '^[0-9]{4}$'),
  aadhaar_name text,
  aadhaar_document_hash bytea,
  aadhaar_reason text,
  aadhaar_verified_at timestamptz,
  video_status text not null default 'not_started' check (video_status in ('not_started', 'pending', 'verified', 'rejected')),
  video_reason text,
  updated_at timestamptz not null
);
select protect_user_table('kyc_records');
grant select, insert, update on kyc_records to mohlat_api, mohlat_worker;

-- What was proven stands: whoever changes it would borrow under a name nobody checked. The server refuses first; this
-- is the net below it.
create function keep_proven_identity() returns trigger language plpgsql as $$
begin
  if (old.full_name, old.date_of_birth) is distinct from (new.full_name, new.date_of_birth) and exists (
    select 1 from kyc_records k where k.user_id = old.user_id and 'verified' in (k.pan_status, k.aadhaar_status)
  ) or old.pan_hash is distinct from new.pan_hash and exists (
    select 1 from kyc_records k where k.user_id = old.user_id and k.pan_status = 'verified'
  ) then
    raise exception 'the identity of % is proven and stands', old.user_id;
  end if;
  return new;
end $$;
create trigger profiles_keep_proven_identity before update on profiles
  for each row execute function keep_proven_identity();

-- Every question put to an issuer and what came of it; a technical failure is an outcome, never a verdict.
create table kyc_attempts (
  user_id uuid not null references profiles (user_id),
  id uuid not null default new_id(),
  kind text not null check (kind in ('pan', 'aadhaar')),
  outcome text not null,
  provider_trace text,
  at timestamptz not null,
  primary key (user_id, id)
);
select protect_user_table('kyc_attempts');
grant select, insert on kyc_attempts to mohlat_api, mohlat_worker;

create table aadhaar_sessions (
  user_id uuid not null references profiles (user_id),
  id uuid not null,
  provider_ref text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  status text not null check (status in ('waiting', 'verified', 'rejected', 'expired')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
select protect_user_table('aadhaar_sessions');
grant select, insert, update on aadhaar_sessions to mohlat_api, mohlat_worker;

-- One verified PAN, one live account. Keyed by the hash, not by the user, so that it can stand on its own shard;
-- reached only through claim_identity.
create table identity_claims (
  pan_hash bytea primary key,
  claimed_by uuid not null,
  at timestamptz not null
);

create table consents (
  user_id uuid not null,
  id uuid not null default new_id(),
  purpose text not null,
  version text not null,
  wording text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (user_id, id)
);
select protect_user_table('consents');
grant select, insert on consents to mohlat_api, mohlat_worker;
grant update (withdrawn_at) on consents to mohlat_api, mohlat_worker;

-- Rule: LEND-14. The row exists from onboarding, so there is always a row to lock.
create table credit_accounts (
  user_id uuid primary key references profiles (user_id),
  state text not null default 'none' check (state in ('none', 'declined', 'active', 'blocked_due', 'suspended', 'revoked', 'closed')),
  limit_paise bigint not null default 0 check (limit_paise >= 0),
  used_paise bigint not null default 0 check (used_paise >= 0),
  reserved_paise bigint not null default 0 check (reserved_paise >= 0),
  score integer,
  assessment_id uuid,
  -- The key of the bureau pull under way or of unknown outcome, when it was made, and since when it runs.
  pull_id uuid,
  pull_key_at timestamptz,
  pull_started_at timestamptz,
  updated_at timestamptz not null
);
select protect_user_table('credit_accounts');
grant select, insert, update on credit_accounts to mohlat_api, mohlat_worker;

create table credit_assessments (
  user_id uuid not null references credit_accounts (user_id),
  id uuid not null,
  policy_version text not null,
  consent_id uuid not null,
  inputs jsonb not null,
  outcome jsonb not null,
  decision text not null check (decision in ('approved', 'declined')),
  limit_paise bigint not null check (limit_paise >= 0),
  score integer,
  bureau_reference text not null,
  at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, consent_id) references consents (user_id, id)
);
select protect_user_table('credit_assessments');
grant select, insert on credit_assessments to mohlat_api, mohlat_worker;

-- A saved card has no number: last four, network and a keyed fingerprint against duplicates.
create table cards (
  user_id uuid not null,
  id uuid not null default new_id(),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  network text not null,
  name_on_card text not null,
  expiry text not null,
  bank_name text not null,
  fingerprint bytea not null,
  -- False: entered for one payment and not shown among the saved ones.
  is_saved boolean not null default true,
  created_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz,
  primary key (user_id, id)
);
create unique index cards_one_live_per_number on cards (user_id, fingerprint) where removed_at is null;
select protect_user_table('cards');
grant select, insert on cards to mohlat_api, mohlat_worker;
grant update (last_used_at, removed_at, name_on_card, expiry, is_saved) on cards to mohlat_api, mohlat_worker;

create table bill_fetches (
  user_id uuid not null,
  id uuid not null default new_id(),
  card_id uuid not null,
  provider_ref text not null,
  biller_id text not null,
  amount_due_paise bigint not null check (amount_due_paise >= 0),
  minimum_due_paise bigint,
  bill_on date,
  due_on date,
  bill_number text,
  customer_name text,
  exactness text not null,
  amount_min_paise bigint,
  amount_max_paise bigint,
  amount_multiple_paise bigint,
  fetched_at timestamptz not null,
  payable_until timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, card_id) references cards (user_id, id)
);
create index bill_fetches_latest on bill_fetches (user_id, card_id, fetched_at desc);
select protect_user_table('bill_fetches');
grant select, insert on bill_fetches to mohlat_api, mohlat_worker;
