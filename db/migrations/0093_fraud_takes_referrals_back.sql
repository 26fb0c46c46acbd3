-- What:  whether an account was blocked for fraud, and one more reason why a friend brings no reward.
-- Why:   a friend who turned out to be a fraud left the referrer their reward (LEND-24).
-- Locks: a moment on account_blocks and referrals; one small partial index.
-- Safe while the old version runs: yes; what it blocks is no fraud until somebody says so anew.
-- Up Migration

alter table account_blocks add column is_fraud boolean not null default false;
create index account_blocks_fraud on account_blocks (user_id) where is_fraud and lifted_at is null;

alter table referrals drop constraint referrals_refused_reason_check;
alter table referrals add constraint referrals_refused_reason_check check (refused_reason in
  ('known_person', 'same_bank_account', 'same_device', 'monthly_limit', 'yearly_limit', 'payment_returned',
   'payment_cancelled', 'fraud'));
