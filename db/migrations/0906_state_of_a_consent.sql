-- What:  a session at DigiLocker keeps the hash of the state that its return address holds.
-- Why:   whoever opened a session could have another person consent to it, and complete it: the account was verified by that person's
--        document (decision 198).
-- Locks: aadhaar_sessions for a moment: an empty column.
-- Safe while the old version runs: yes. It does not know the column, asks for no state and leaves none; its sessions are completed without
-- one, until they expire within the hour. A browser that returns to it with a page of the new version tells it a field it does not know,
-- is refused and may look again.
-- Up Migration

alter table aadhaar_sessions add column state_hash bytea;
