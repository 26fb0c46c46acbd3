-- For processes of the version before (decision 080), one release long: where money is heard of late, taken back, or a bill came back they
-- hear that the database is busy, and a process of this version does it. Loans are taken back by packages/lending and `take_back`.
-- Errors: lock_not_available.
create or replace function rewind_loan(p_user_id uuid, p_loan_id uuid, p_from date, p_now timestamptz)
returns table (
  repayment_id uuid, amount_paise bigint, received_at timestamptz, value_on date, provider_payment_ref text, failure_reason text
)
language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'rewind_loan: a process of a newer version takes loans back';
end $$;

create or replace function payment_unwind(p_user_id uuid, p_payment_id uuid, p_now timestamptz) returns boolean
language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'payment_unwind: a process of a newer version undoes payments';
end $$;
grant execute on function rewind_loan(uuid, uuid, date, timestamptz), payment_unwind(uuid, uuid, timestamptz) to mohlat_worker;

-- Functions that only these called.
drop function if exists undone_facts(uuid);
drop function if exists unwind_repayments(uuid, uuid, uuid[], timestamptz);
drop function if exists never_owed(instalments, date);
