-- What:  a claim of an identity says whose fraud it was that it proved, and is found by that account.
-- Why:   a refused applicant's data is erased after a year; one who was blocked for fraud began anew with the same PAN (LEND-D11, LEND-24).
-- Locks: identity_claims against writing while a small index is built; it is read all the while.
-- Safe while the old version runs: yes; it writes no mark, and reads none.
-- Up Migration

alter table identity_claims add column fraud_of uuid;
comment on column identity_claims.fraud_of is
  'the account that was blocked for fraud and that this proved; the mark outlives the data of that account';
create index identity_claims_of_fraud on identity_claims (fraud_of) where fraud_of is not null;
