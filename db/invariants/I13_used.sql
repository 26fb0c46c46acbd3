-- Used is the unpaid principal of live loans.
-- Rule: LEND-I13.
select c.user_id from credit_accounts c
where c.used_paise <> (
  select coalesce(sum(i.principal_paise - i.paid_principal_paise), 0)
  from loans l join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active
  where l.user_id = c.user_id and l.status in ('active', 'npa'));
