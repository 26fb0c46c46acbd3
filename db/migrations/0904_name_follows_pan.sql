-- What:  a proven name may become the one on the person's verified PAN.
-- Why:   at a renewal the PAN may have another name, as after a marriage. The profile kept the old one for good, no renewal could
--        pass, and the credit line rested without end.
-- Locks: none.
-- Safe while the old version runs: yes; it changes no proven name. A worker of it drops a review that stands beside a verified PAN, or takes its
--        verdict without effect: the renewal stays open, and the person can try again.
-- Up Migration

create or replace function keep_proven_identity() returns trigger language plpgsql as $$
begin
  if old.full_name is distinct from new.full_name and exists (
    select 1 from kyc_records k where k.user_id = old.user_id and 'verified' in (k.pan_status, k.aadhaar_status)
      and not (k.pan_status = 'verified' and coalesce(k.pan_name = new.full_name, false))
  ) or old.date_of_birth is distinct from new.date_of_birth and exists (
    select 1 from kyc_records k where k.user_id = old.user_id and k.aadhaar_status = 'verified'
  ) or old.pan_hash is distinct from new.pan_hash and exists (
    select 1 from kyc_records k where k.user_id = old.user_id and k.pan_status = 'verified'
  ) then
    raise exception 'the identity of % is proven and stands', old.user_id;
  end if;
  return new;
end $$;
