-- For processes of the version before (decision 080), one release long: they hear that the database is busy when they call for relief.
-- A process of this version takes the decision, the debit or the receipt when it is tried again. Relief is decided by
-- packages/lending and written by `book`.
-- Errors: lock_not_available.
create or replace function write_off_apply(p_user_id uuid, p_write_off_id uuid, p_now timestamptz) returns boolean
language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'write_off_apply: a process of a newer version writes off';
end $$;

create or replace function charge_bounce(
  p_user_id uuid, p_loan_id uuid, p_number integer, p_amount_paise bigint, p_now timestamptz
) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'charge_bounce: a process of a newer version charges';
end $$;

create or replace function waiver_apply(p_user_id uuid, p_waiver_id uuid, p_now timestamptz) returns bigint
language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'waiver_apply: a process of a newer version waives';
end $$;

create or replace function loan_waivable(p_user_id uuid, p_loan_id uuid, p_on date)
returns table (number integer, charge_id uuid, component text, amount bigint, since date, place integer)
language plpgsql stable as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'loan_waivable: a process of a newer version waives';
end $$;

drop function if exists waiver_post(uuid, uuid, timestamptz);
drop function if exists write_off_post(uuid, write_offs, loans, timestamptz);
grant execute on function
  waiver_apply(uuid, uuid, timestamptz),
  loan_waivable(uuid, uuid, date),
  write_off_apply(uuid, uuid, timestamptz),
  charge_bounce(uuid, uuid, integer, bigint, timestamptz)
to mohlat_worker;
