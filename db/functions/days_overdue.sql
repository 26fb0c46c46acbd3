-- days_overdue: how late the oldest unpaid instalment of any open loan is on a day; 0 when nothing is.
-- It is the dpd at the close of the day before. Rule: LEND-12.
create or replace function days_overdue(p_user_id uuid, p_today date) returns integer
language sql stable as $$
  select coalesce(p_today - min(i.due_on), 0)
  from loans l
  join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active
  where l.user_id = p_user_id and l.status in ('active', 'npa') and i.due_on < p_today
    and i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise
      < i.principal_paise + i.fee_paise + i.interest_paise
$$;
grant execute on function days_overdue(uuid, date) to mohlat_api, mohlat_worker;
