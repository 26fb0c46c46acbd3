-- What:  an index to find who came with a referral code by the time their account was proved.
-- Why:   who confirmed their address later than two days after signing up was brought by nobody.
-- Locks: sign-ups wait while a partial index over those with a code is built.
-- Safe while the old version runs: yes.
-- Up Migration

create index users_referred_by_proof on auth.users ((coalesce(least(email_confirmed_at, phone_confirmed_at), created_at)))
  where user_metadata ? 'ref';
