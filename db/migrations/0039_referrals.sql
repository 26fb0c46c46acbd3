-- What:  referral codes, who brought whom, and the rewards for it.
-- Why:   ₹125 to a member whose friend has completed KYC and had a first bill paid.
-- Locks: brief ones on rewards, bank_accounts and payments.
-- Safe while the old version runs: yes.
-- Up Migration

create table referral_codes (
  user_id uuid primary key,
  -- Alone of its kind: a code is made only after a look whether it is taken. No index could hold that over many machines.
  code text not null check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  created_at timestamptz not null
);
create index referral_codes_by_code on referral_codes (code, created_at);
select protect_user_table('referral_codes');
grant select, insert on referral_codes to mohlat_api;
grant select, delete on referral_codes to mohlat_worker;

-- Belongs to the one who brought the friend. What the friend does is seen here as two facts, nothing more.
create table referrals (
  user_id uuid not null,
  id uuid not null default new_id(),
  -- A friend belongs to one person: one runner at a time remembers who brought whom.
  referred_id uuid not null,
  created_at timestamptz not null,
  kyc_completed boolean not null default false,
  payment_completed boolean not null default false,
  reward_credited boolean not null default false,
  reward_amount_paise bigint check (reward_amount_paise > 0),
  -- Why there will be no reward.
  refused_reason text check (refused_reason in
    ('same_bank_account', 'same_device', 'monthly_limit', 'yearly_limit', 'payment_returned')),
  looked_at timestamptz,
  primary key (user_id, id),
  check (user_id <> referred_id),
  check (reward_credited = (reward_amount_paise is not null))
);
create index referrals_by_friend on referrals (referred_id);
create index referrals_newest on referrals (user_id, created_at desc, id desc);
create index referrals_open on referrals (looked_at nulls first) where not reward_credited and refused_reason is null;
select protect_user_table('referrals');
grant select on referrals to mohlat_api;
grant select, insert, update on referrals to mohlat_worker;

-- Keyed hash of IFSC and number, alike for everybody: one account behind two people is one person. Gone with the account.
alter table bank_accounts add column holder_hash bytea;
create index bank_accounts_by_holder on bank_accounts (holder_hash) where holder_hash is not null;

alter table rewards drop constraint rewards_kind_check, drop constraint rewards_check, drop constraint rewards_check1;
alter table rewards alter column loan_id drop not null;
alter table rewards add column referral_id uuid,
  add foreign key (user_id, referral_id) references referrals (user_id, id),
  add constraint rewards_kind check (case kind
    when 'cashback' then loan_id is not null and number is not null and from_repayment_id is null and referral_id is null
    when 'returned' then loan_id is not null and number is null and from_repayment_id is not null and referral_id is null
    when 'referral' then loan_id is null and number is null and from_repayment_id is null and referral_id is not null
    else false end);
-- Whatever the order or race of events, a friend is rewarded once.
create unique index rewards_once_a_friend on rewards (user_id, referral_id) where kind = 'referral';

create index users_referred on auth.users (created_at) where user_metadata ? 'ref';
create index payments_reversed on payments (user_id) where bill_status = 'reversed';

-- Part of every version: what a friend is worth, and how often. Rule: LEND-24 (referral).
update settings set content = jsonb_set(content, '{referral}',
  '{"rewardPaise": 12500, "monthlyMax": 10, "yearlyMaxPaise": 1500000}');
