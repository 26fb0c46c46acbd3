-- What:  claims of an identity are found by the account that holds them.
-- Why:   closing an account, and erasing or marking one, read every claim there is.
-- Locks: identity_claims against writing while the index is built; it is read all the while.
-- Safe while the old version runs: yes; it is an index.
-- Up Migration

create index identity_claims_by_holder on identity_claims (claimed_by);
