-- What:  the first day on which a reward can be used, and one more reason why a friend brings none.
-- Why:   a friend's bill that was paid and cancelled for nothing left the referrer their reward.
-- Locks: a moment on rewards and referrals, and while a partial index is built.
-- Safe while the old version runs: yes; it lets a reward be used before its day, and gives none anew.
-- Up Migration

-- Rule: LEND-24 (referral). Null: at once.
alter table rewards add column spendable_on date;
create index rewards_held on rewards (spendable_on) where kind = 'referral' and state = 'available' and not is_used;

alter table referrals drop constraint referrals_refused_reason_check;
alter table referrals add constraint referrals_refused_reason_check check (refused_reason in
  ('known_person', 'same_bank_account', 'same_device', 'monthly_limit', 'yearly_limit', 'payment_returned',
   'payment_cancelled'));
