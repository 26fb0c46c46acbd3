-- What:  rewards earned by repaying on time, and on which days they were looked after.
-- Why:   a quarter of a percent of an instalment repaid by its due date, in rupees, to be used against what is owed.
-- Locks: brief ones on instalments and loans while an index is built.
-- Safe while the old version runs: yes.
-- Up Migration

-- Rule: LEND-24 (rewards). One row each, used whole or not at all.
create table rewards (
  user_id uuid not null,
  id uuid not null default new_id(),
  -- Cashback for an instalment; returned: what a reward had paid and was not needed in the end.
  kind text not null check (kind in ('cashback', 'returned')),
  amount_paise bigint not null check (amount_paise > 0),
  state text not null default 'available' check (state in ('available', 'expired', 'clawed_back')),
  is_used boolean not null default false,
  loan_id uuid not null,
  -- Of a cashback: the instalment, and how often its loan had been rewound when it was last found to stand.
  number integer,
  rewound_count integer not null default 0,
  -- Of a returned one: the repayment it came back from.
  from_repayment_id uuid,
  earned_on date not null,
  earned_at timestamptz not null,
  -- The first day on which it can no longer be used.
  expires_on date not null,
  -- The repayment it is to be used in, or was.
  repayment_id uuid,
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id),
  -- Written in the same transaction, after it is known what the rewards are worth.
  foreign key (user_id, repayment_id) references repayments (user_id, id) deferrable initially deferred,
  foreign key (user_id, from_repayment_id) references repayments (user_id, id),
  check ((kind = 'cashback') = (number is not null)),
  check ((kind = 'returned') = (from_repayment_id is not null)),
  check (not is_used or repayment_id is not null)
);
create unique index rewards_once on rewards (user_id, loan_id, number) where kind = 'cashback' and state <> 'clawed_back';
create index rewards_newest on rewards (user_id, earned_at desc, id desc);
create index rewards_to_expire on rewards (expires_on) where state = 'available' and not is_used;
create index rewards_by_repayment on rewards (user_id, repayment_id) where repayment_id is not null;
select protect_user_table('rewards');
grant select on rewards to mohlat_api;
grant update (repayment_id) on rewards to mohlat_api;
grant select, insert, update on rewards to mohlat_worker;

-- After which business days' closing rewards were looked after.
create table reward_days (
  day_on date primary key,
  kept_at timestamptz not null
);
grant select, insert on reward_days to mohlat_worker;

-- What fell due lately, and what was closed before it fell due.
create index instalments_by_due on instalments (due_on, user_id) where is_active;
create index loans_by_closing on loans (closed_on, user_id) where closed_on is not null;

-- Part of every version: the terms of earning. Rule: LEND-24.
update settings set content = content || '{"rewards": {"cashbackBps": 25, "monthlyCapPaise": 50000, "expiryMonths": 12}}';
