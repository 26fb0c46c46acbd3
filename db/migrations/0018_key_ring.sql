-- What:  key_ring holds the key of the keyed hashes, sealed by the master key; the worker may seal messages and places anew.
-- Why:   hashes came from the oldest master key, which could therefore never be taken away.
-- Locks: a new table; a grant.
-- Safe while the old version runs: yes, the new one writes the very key the old one derives.
-- Up Migration

-- Read by the owner's login alone, at the start of each process.
create table key_ring (
  purpose text primary key check (purpose in ('fingerprint')),
  key_sealed bytea not null,
  made_at timestamptz not null default now()
);

grant update (name_sealed, email_sealed, subject_sealed, message_sealed) on support_messages to mohlat_worker;
grant update (location_sealed) on video_recordings to mohlat_worker;
