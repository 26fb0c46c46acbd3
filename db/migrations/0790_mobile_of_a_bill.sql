-- What:  a fetched bill keeps a keyed hash of the mobile number it was fetched under.
-- Why:   the network lists a payment under that number. A person who changed it before the payment left was looked for under another one.
-- Locks: a column without a default on bill_fetches, a moment.
-- Safe while the old version runs: yes; what it fetches has no hash, and is fetched again before it is paid.
-- Up Migration

alter table bill_fetches add column mobile_hash bytea;
