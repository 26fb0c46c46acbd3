-- What:  takes back the verification of bank accounts of people without a verified PAN.
-- Why:   they were compared with the profile's name, which nobody had proved.
-- Locks: rows of bank_accounts of such people.
-- Safe while the old version runs: yes.
-- Up Migration

-- Rule: LEND-24.
update bank_accounts b
set status = 'unverified', reason = 'pan_first', is_default = false, name_at_bank = null, name_percent = null,
  verified_at = null
where b.removed_at is null and b.status in ('verified', 'review')
  and not exists (select 1 from kyc_records k where k.user_id = b.user_id and k.pan_status = 'verified');
update bank_accounts set reason = 'pan_first' where reason = 'profile_incomplete';
