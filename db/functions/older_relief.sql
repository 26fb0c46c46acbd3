-- What processes of the version before call for relief (decision 080), one release long: they hear that the database is busy, and a
-- process of this version takes the decision, the debit or the receipt when it is tried again. Relief is decided by
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

drop function if exists write_off_post(uuid, write_offs, loans, timestamptz);
grant execute on function
  write_off_apply(uuid, uuid, timestamptz),
  charge_bounce(uuid, uuid, integer, bigint, timestamptz)
to mohlat_worker;
