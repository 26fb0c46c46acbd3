-- awaits_bank: whether an instalment was presented to the bank, has no answer at an instant, and its return window is not over
-- on a day. Such an instalment has no effect of lateness: no charge, no hold, no message. Whoever presents it decides how long
-- the window is (`answer_by_on`); days past due run by the calendar. Rule: LEND-20.
create or replace function awaits_bank(
  p_user_id uuid, p_loan_id uuid, p_number integer, p_day date, p_at timestamptz
) returns boolean language sql stable as $$
  select exists (
    select 1 from presentations n
    where n.user_id = p_user_id and n.loan_id = p_loan_id and n.number = p_number and n.answer_by_on >= p_day
      and n.presented_at <= p_at and (n.ended_at is null or n.ended_at > p_at))
$$;
grant execute on function awaits_bank(uuid, uuid, integer, date, timestamptz) to mohlat_api, mohlat_worker;
