-- What:  one more reason why a friend brings no reward, and a way to find a PAN again.
-- Why:   who closes an account and signs up anew is not a new person, though their PAN is free again (LEND-24).
-- Locks: a moment on referrals; writes to profiles wait while one index is built.
-- Safe while the old version runs: yes.
-- Up Migration

alter table referrals drop constraint referrals_refused_reason_check;
alter table referrals add constraint referrals_refused_reason_check check (refused_reason in
  ('known_person', 'same_bank_account', 'same_device', 'monthly_limit', 'yearly_limit', 'payment_returned'));
create index profiles_by_pan on profiles (pan_hash) where pan_hash is not null;
