-- What:  one more reason why a friend brings no reward.
-- Why:   a friend whose first bill was sold while no reward was on offer is told so, instead of being looked at for ever (LEND-24).
-- Locks: referrals for a moment: a check of new rows alone.
-- Safe while the old version runs: yes; it never writes the reason.
-- Up Migration

alter table referrals drop constraint referrals_refused_reason_check;
alter table referrals add constraint referrals_refused_reason_check check (refused_reason in
  ('known_person', 'same_bank_account', 'same_device', 'monthly_limit', 'yearly_limit', 'no_reward', 'payment_returned',
   'payment_cancelled', 'fraud')) not valid;
