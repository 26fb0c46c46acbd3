-- For processes of the version before (decision 080), one release long: lists of many loans and people read there how late each is. The
-- rules are `standingOn` and `writtenDaysPastDue` of packages/lending.

create or replace function standing_on(p_user_id uuid, p_loan_id uuid, p_day date) returns table (dpd integer, class text)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select case when g.dpd = 0 then 0 else g.dpd + (p_day - g.business_on) end, g.class
  from dpd_log g
  where g.user_id = p_user_id and g.loan_id = p_loan_id and g.is_active and g.business_on <= p_day
  order by g.business_on desc limit 1;
end $$;

create or replace function days_past_due_on(p_account credit_accounts, p_day date) returns integer language sql stable as $$
  select case when p_account.days_past_due > 0 and p_account.past_due_on < p_day
    then p_account.days_past_due + (p_day - p_account.past_due_on) else p_account.days_past_due end
$$;

create or replace function days_past_due_now(p_account credit_accounts) returns integer language sql stable as $$
  select days_past_due_on(p_account, book_closed_through())
$$;

-- days_past_due: as written down when credit was last settled.
create or replace function days_past_due(p_user_id uuid) returns integer language plpgsql stable as $$
begin
  return (select days_past_due_now(row(c.*)::credit_accounts) from credit_accounts c where c.user_id = p_user_id);
end $$;
grant execute on function standing_on(uuid, uuid, date) to mohlat_api, mohlat_worker;
grant execute on function days_past_due_on(credit_accounts, date), days_past_due_now(credit_accounts), days_past_due(uuid)
  to mohlat_api, mohlat_worker;
