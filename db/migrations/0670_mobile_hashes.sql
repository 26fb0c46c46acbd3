-- What:  keyed hashes of the mobile a person's Aadhaar is linked to: of the whole number, and of its last four digits.
-- Why:   that number is sealed, so the search of staff found nobody by it.
-- Locks: a moment on profiles for two empty columns.
-- Safe while the old version runs: yes. What that seals has no hashes and what it erases keeps them; the sweep of the new version mends
--        both. A number that it replaces is found by the one before until the next document.
-- Up Migration

alter table profiles add column mobile_hash bytea;
alter table profiles add column mobile_end_hash bytea;
grant update (mobile_hash, mobile_end_hash) on profiles to mohlat_api;
