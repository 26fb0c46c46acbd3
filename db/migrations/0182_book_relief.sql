-- What:  the shapes in which decided waivers and write-offs come to `book` (decision 081).
-- Why:   they are decided outside of the database, as the close of a day is.
-- Locks: none.
-- Safe while the old version runs: yes, it knows none of them.
-- Up Migration

-- One for each kind of `RowChange` (packages/lending/src/decision.ts), with its name and its fields.
create type waiver_applied as (user_id uuid, loan_id uuid, waiver_id uuid, amount_paise bigint);
create type share_waived as (
  user_id uuid, loan_id uuid, waiver_id uuid, number integer, charge_id uuid, component text, amount_paise bigint
);
create type interest_forgone as (user_id uuid, loan_id uuid, number integer, amount_paise bigint);
create type loan_written_off as (
  user_id uuid, loan_id uuid, write_off_id uuid, "on" date, principal_paise bigint, fee_paise bigint, interest_paise bigint,
  charges_paise bigint
);
create type write_off_void as (user_id uuid, loan_id uuid, write_off_id uuid);
