-- What:  a DigiLocker session says since when its document is being read.
-- Why:   two completes of one session at once both paid for the document and for the comparison of the names.
-- Locks: aadhaar_sessions, for a moment.
-- Safe while the old version runs: yes; it neither reads nor writes the column, and of two the first still counts.
-- Up Migration

alter table aadhaar_sessions add column asked_at timestamptz;
grant update (asked_at) on aadhaar_sessions to mohlat_api;
