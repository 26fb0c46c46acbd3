-- What:  a birth date stands from a verified Aadhaar on, and no longer from a verified PAN.
-- Why:   the PAN is not compared with it: a wrong one stood from then on, and Aadhaar could never pass.
-- Locks: none.
-- Safe while the old version runs: yes; it refuses the change itself before it asks.
-- Up Migration

create or replace function keep_proven_identity() returns trigger language plpgsql as $$
begin
  if old.full_name is distinct from new.full_name and exists (
    select 1 from kyc_records k where k.user_id = old.user_id and 'verified' in (k.pan_status, k.aadhaar_status)
  ) or old.date_of_birth is distinct from new.date_of_birth and exists (
    select 1 from kyc_records k where k.user_id = old.user_id and k.aadhaar_status = 'verified'
  ) or old.pan_hash is distinct from new.pan_hash and exists (
    select 1 from kyc_records k where k.user_id = old.user_id and k.pan_status = 'verified'
  ) then
    raise exception 'the identity of % is proven and stands', old.user_id;
  end if;
  return new;
end $$;
