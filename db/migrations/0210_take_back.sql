-- What:  the shapes in which a loan that is taken back to an earlier day comes to `take_back` (decision 081).
-- Why:   back-dating is decided outside of the database, as receipts and the close of a day are.
-- Locks: none beyond the catalogue's.
-- Safe while the old version runs: yes, it knows none of them.
-- Up Migration

-- A loan as it stands at the opening of a day (packages/lending/src/take-back.ts), and the rows that are others for it.
create type loan_taken_back as (
  loan_id uuid, "on" date, status text, closed_on date, written_off_on date, closed_through_on date, is_open boolean,
  no_new_penal_through_on date
);
create type repayment_taken_back as (loan_id uuid, repayment_id uuid);
create type instalment_put_back as (
  loan_id uuid, id uuid, is_active boolean, released_by uuid, is_demanded boolean, paid_principal_paise bigint,
  paid_fee_paise bigint, paid_interest_paise bigint
);
create type share_put_back as (loan_id uuid, id uuid, is_active boolean, released_by uuid, is_earmark boolean);
create type charge_put_back as (loan_id uuid, id uuid, paid_paise bigint, waived_paise bigint, is_reversed boolean);
-- Over: it is not granted anew.
create type waiver_taken_back as (loan_id uuid, waiver_id uuid, is_over boolean);
create type write_off_taken_back as (loan_id uuid, write_off_id uuid, is_over boolean);
