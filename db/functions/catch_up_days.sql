-- catch_up_days: for processes of the version before (decision 080), one release long; days are closed by
-- apps/server/src/features/lending/close.ts. Nothing is missing most of the time. Where a day is, the older process hears that the
-- database is busy and tries again later: by then the day is closed by a process of this version, or the receipt is taken by one.
-- Errors: lock_not_available where a day is missing.
create or replace function catch_up_days(p_user_id uuid, p_through_on date, p_now timestamptz) returns void
language plpgsql as $$
begin
  if exists (select 1 from loan_days where user_id = p_user_id and is_open and closed_through_on < p_through_on) then
    raise exception using errcode = 'lock_not_available', message = 'catch_up_days: a process of a newer version closes days';
  end if;
end $$;
grant execute on function catch_up_days(uuid, date, timestamptz) to mohlat_worker;

-- Functions that only the close of a day in SQL called.
drop function if exists close_day(uuid[], date, timestamptz);
drop function if exists close_accrue(uuid[], uuid[], date, timestamptz);
drop function if exists close_classify(uuid[], uuid[], date, timestamptz);
drop function if exists close_allowance(uuid[], uuid[], date, timestamptz);
drop function if exists end_hardships(uuid[], uuid[], date);
drop function if exists open_demands(uuid[], uuid[], date, timestamptz);
drop function if exists open_penal(uuid[], uuid[], date, timestamptz);
drop function if exists open_tiny(uuid[], uuid[], date, timestamptz);
drop function if exists is_in_hardship(uuid, uuid, date);
drop function if exists standing_at(uuid[], date);
