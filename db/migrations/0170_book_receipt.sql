-- What:  the shapes in which what money from a person changes comes to `book`.
-- Why:   receipts are decided outside of the database, like the close of a day (decisions 081 and 086).
-- Locks: none beyond the catalogue's.
-- Safe while the old version runs: yes. It knows none of these, and `loan_closed`, which it writes, stays.
-- Up Migration

-- One for each kind of `RowChange` (packages/lending/src/decision.ts), with its name and its fields.
create type repayment_settled as (
  user_id uuid, loan_id uuid, repayment_id uuid, received_at timestamptz, value_on date, provider_payment_ref text,
  failure_reason text
);
create type allocation_written as (
  user_id uuid, loan_id uuid, repayment_id uuid, written_by uuid, number integer, charge_id uuid, component text,
  amount_paise bigint, is_earmark boolean
);
create type earmarks_released as (user_id uuid, loan_id uuid, repayment_id uuid);
create type instalment_paid as (
  user_id uuid, loan_id uuid, number integer, principal_paise bigint, fee_paise bigint, interest_paise bigint
);
create type charge_paid as (user_id uuid, loan_id uuid, charge_id uuid, amount_paise bigint);
create type charge_waived as (user_id uuid, loan_id uuid, charge_id uuid, amount_paise bigint);
-- A row for each new instalment; the writer names it, because its demand is named by it.
create type schedule_replaced as (
  user_id uuid, id uuid, loan_id uuid, repayment_id uuid, "on" date, number integer, start_on date, due_on date,
  principal_paise bigint, fee_paise bigint, interest_paise bigint
);
create type loan_ended as (user_id uuid, loan_id uuid, "on" date, status text);
create type limit_freed as (user_id uuid, loan_id uuid, amount_paise bigint);
