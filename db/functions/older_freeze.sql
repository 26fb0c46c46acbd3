-- For processes of the version before (decision 080), one release long: lists of what is due and plans of debits ask these there. The
-- rules are those of packages/lending/src/freeze.ts, and a test compares them while both stand.

-- frozen_days: how many of the days from one to another, both included, count for nothing; 0 where one is null. Asked for each
-- loan at each close: one plan for all calls, for one that knows the days looks cheaper and is made again each time.
create or replace function frozen_days(p_user_id uuid, p_loan_id uuid, p_from date, p_through date) returns integer
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select case when not exists (select 1 from loan_freezes f where f.user_id = p_user_id and f.loan_id = p_loan_id) then 0
      else (select count(*)::integer from generate_series(p_from, p_through, interval '1 day') as d
            where is_frozen(p_user_id, p_loan_id, d::date)) end);
end $$;

-- demanded_on: the day at whose opening an instalment is demanded: its due date, or the second after a freeze; null while it
-- lasts. The day before it is closed unfrozen.
create or replace function demanded_on(p_user_id uuid, p_loan_id uuid, p_due_on date) returns date
language plpgsql stable parallel safe as $$
begin
  return (
    select min(d) from (
      select p_due_on as d
      union all
      select f.from_on + 1 from loan_freezes f
      where f.user_id = p_user_id and f.loan_id = p_loan_id and not f.is_frozen and f.from_on >= p_due_on
    ) c
    where not is_frozen(p_user_id, p_loan_id, d - 1));
end $$;

-- counted_from: the day from which an instalment's lateness counts: the one it is demanded on, so that a borrower who had no day to
-- pay it has that one, as on any due date. Its due date while no day of demand is known. Rule: LEND-D1, LEND-L1, LEND-X10.
create or replace function counted_from(p_user_id uuid, p_loan_id uuid, p_due_on date) returns date
language plpgsql stable parallel safe as $$
begin
  return (
    select case when not exists (select 1 from loan_freezes f where f.user_id = p_user_id and f.loan_id = p_loan_id) then p_due_on
      else coalesce(demanded_on(p_user_id, p_loan_id, p_due_on), p_due_on) end);
end $$;
grant execute on function frozen_days(uuid, uuid, date, date), demanded_on(uuid, uuid, date), counted_from(uuid, uuid, date)
to mohlat_api, mohlat_worker, mohlat_staff;
