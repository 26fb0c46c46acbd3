-- The history of days past due has one row for each closed day of an open loan.
-- Rule: LEND-I21, LEND-D6.
select l.user_id, l.id from loans l
join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
where l.status in ('active', 'npa')
  and d.closed_through_on - l.disbursed_on + 1 <> (
    select count(*) from dpd_log g
    where g.user_id = l.user_id and g.loan_id = l.id and g.is_active and g.business_on <= d.closed_through_on);
