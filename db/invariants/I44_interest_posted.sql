-- The interest accrued in the books is what a loan has earned through its last closed day, and is not demanded.
-- Rule: LEND-I44, LEND-A1, LEND-B2. By the share of the days of a period that are over; interest that was forgone was never earned.
select l.user_id, l.id, coalesce(b.balance_paise, 0) as posted, e.earned from loans l
join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
left join account_balances b on b.user_id = l.user_id and b.loan_id = l.id and b.account = 'A210'
cross join lateral (
  select coalesce(sum(round(i.interest_paise::numeric
    * least(greatest(d.closed_through_on + 1 - i.start_on, 0), i.due_on - i.start_on) / (i.due_on - i.start_on))), 0) as earned
  from instalments i where i.user_id = l.user_id and i.loan_id = l.id and i.is_active and not i.is_demanded
) e
where l.status in ('active', 'npa') and coalesce(b.balance_paise, 0) <> e.earned;
