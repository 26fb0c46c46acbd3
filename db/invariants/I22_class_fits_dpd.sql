-- A class other than NPA follows from the number of days, and the number from what is unpaid longest.
-- Rule: LEND-I22, LEND-12, LEND-D1. Days past due as they stand at the last closed day; frozen days count for nothing, and money since
-- then may have paid what was due.
select l.user_id, l.id from loans l
join (select d.user_id, d.loan_id, loan_closed_through(d.closed_through_on, d.next_on) as day from loan_days d) t
  on t.user_id = l.user_id and t.loan_id = l.id
left join lateral (
  select case when f.dpd = 0 then 0 else f.dpd + (t.day - f.business_on) end as dpd, f.class from dpd_log f
  where f.user_id = l.user_id and f.loan_id = l.id and f.is_active and f.business_on <= t.day
  order by f.business_on desc limit 1) g on true
where l.status in ('active', 'npa') and (
  g.class <> 'NPA' and g.class <> case when g.dpd = 0 then 'STD' when g.dpd <= 30 then 'SMA0' when g.dpd <= 60 then 'SMA1'
    when g.dpd <= 90 then 'SMA2' else 'NPA' end
  or coalesce(g.dpd, 0) < (
    select coalesce(t.day - min(x.since) + 1, 0) from (
      select i.due_on as since from instalments i
      where i.user_id = l.user_id and i.loan_id = l.id and i.is_active and i.is_demanded
        and i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise < i.principal_paise + i.fee_paise + i.interest_paise
      union all
      select c.overdue_on from charges c
      where c.user_id = l.user_id and c.loan_id = l.id and c.reversed_on is null and c.paid_paise + c.waived_paise < c.amount_paise
    ) x where x.since <= t.day)
  and not exists (select 1 from loan_freezes f where f.user_id = l.user_id and f.loan_id = l.id))
union all
select user_id, loan_id from dpd_log
where is_active and class <> 'NPA'
  and class <> case when dpd = 0 then 'STD' when dpd <= 30 then 'SMA0' when dpd <= 60 then 'SMA1' when dpd <= 90 then 'SMA2' else 'NPA' end;
