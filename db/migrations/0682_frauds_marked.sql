-- What:  marks the claims of accounts that are blocked for fraud by now, those whose data was erased since included.
-- Why:   they were blocked before claims had marks (LEND-D11, LEND-24).
-- Locks: the claims of those accounts, for a moment.
-- Safe while the old version runs: yes; it reads no marks.
-- Up Migration

-- Not of accounts that have shown a PAN alone: it may be a stranger's.
do $$
declare
  v_user uuid;
begin
  for v_user in
    select b.user_id from account_blocks b
    where b.is_fraud and b.lifted_at is null
      and not exists (select 1 from kyc_records k where k.user_id = b.user_id and k.aadhaar_status <> 'verified')
  loop
    update identity_claims set fraud_of = v_user where claimed_by = v_user and fraud_of is null;
  end loop;
end $$;
