-- Days past due are written from an open loan's first closed day on, and never for a day that is not closed.
-- Rule: LEND-I21, LEND-D6. A fact counts until the next, so that between them is no gap.
select l.user_id, l.id from loans l
join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
where l.status in ('active', 'npa')
  and (d.closed_through_on >= l.disbursed_on and not exists (
      select 1 from dpd_log g
      where g.user_id = l.user_id and g.loan_id = l.id and g.is_active and g.business_on = l.disbursed_on)
    or exists (
      select 1 from dpd_log g
      where g.user_id = l.user_id and g.loan_id = l.id and g.is_active and g.business_on > d.closed_through_on));
