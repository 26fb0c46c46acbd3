-- is_identity_known: PAN and Aadhaar were verified at some time. It stays true when re-KYC is due, and a friend who got this far can earn
-- the referral reward. Both functions are one expression, so that the planner inlines them and uses the indexes.
create or replace function is_identity_known(p_pan_status text, p_aadhaar_status text) returns boolean
language sql immutable parallel safe as $$
  select p_pan_status = 'verified' and p_aadhaar_status = 'verified'
$$;

-- does_identity_hold: known, and not lapsed: without it nothing is lent. Rule: LEND-14 SUSPENDED, LEND-24 (KYC).
create or replace function does_identity_hold(p_pan_status text, p_aadhaar_status text, p_lapsed_at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select p_pan_status = 'verified' and p_aadhaar_status = 'verified' and p_lapsed_at is null
$$;
grant execute on function is_identity_known(text, text), does_identity_hold(text, text, timestamptz)
to mohlat_api, mohlat_worker, mohlat_staff;
