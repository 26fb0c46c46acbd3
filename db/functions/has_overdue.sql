-- has_overdue: whether an instalment of an open loan was due before a day and is not fully paid.
-- Rule: LEND-14 BLOCKED_DUE, LEND-12 (the close of the due date is day one).
create or replace function has_overdue(p_user_id uuid, p_today date) returns boolean
language sql stable as $$
  select exists (
    select 1
    from loans l
    join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active
    where l.user_id = p_user_id and l.status in ('active', 'npa') and i.due_on < p_today
      and i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise
        < i.principal_paise + i.fee_paise + i.interest_paise
  )
$$;
grant execute on function has_overdue(uuid, date) to mohlat_api, mohlat_worker;
