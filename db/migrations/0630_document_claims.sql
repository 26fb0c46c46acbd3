-- What:  keyed hashes of the Aadhaar document that proved an identity: of its holder's DigiLocker account, and of what is printed on it.
-- Why:   one Aadhaar document opened any number of accounts, each with a limit: a claim knew the PAN alone (LEND-D10).
-- Locks: a moment on kyc_records for two empty columns.
-- Safe while the old version runs: yes. What that verifies has no hashes and no claim; the sweep of the new version brings both.
-- Up Migration

alter table kyc_records add column aadhaar_store_hash bytea;
alter table kyc_records add column aadhaar_person_hash bytea;
grant update (aadhaar_store_hash, aadhaar_person_hash) on kyc_records to mohlat_api;

comment on column identity_claims.pan_hash is
  'the keyed hash of a PAN, of a DigiLocker account or of what is printed on an Aadhaar document';
