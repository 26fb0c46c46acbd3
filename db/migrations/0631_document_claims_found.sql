-- What:  accounts are found by the hashes of their Aadhaar document, and documents that nobody claimed by their age.
-- Why:   one Aadhaar document opened any number of accounts, each with a limit: a claim knew the PAN alone (LEND-D10).
-- Locks: kyc_records against writing while three indexes are built; it is read all the while.
-- Safe while the old version runs: yes; these are indexes.
-- Up Migration

create index kyc_records_by_store on kyc_records (aadhaar_store_hash) where aadhaar_store_hash is not null;
create index kyc_records_by_person on kyc_records (aadhaar_person_hash) where aadhaar_person_hash is not null;
create index kyc_records_unclaimed on kyc_records (aadhaar_verified_at)
  where aadhaar_status = 'verified' and aadhaar_person_hash is null;
