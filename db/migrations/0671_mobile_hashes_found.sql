-- What:  profiles are found by the hashes of their mobile, and those whose hashes are to be made or to go.
-- Why:   that number is sealed, so the search of staff found nobody by it.
-- Locks: profiles against writing while three indexes are built; it is read all the while.
-- Safe while the old version runs: yes; these are indexes.
-- Up Migration

create index profiles_by_mobile on profiles (mobile_hash) where mobile_hash is not null;
create index profiles_by_mobile_end on profiles (mobile_end_hash) where mobile_end_hash is not null;
create index profiles_mobile_unhashed on profiles (user_id) where (mobile_sealed is null) <> (mobile_hash is null);
