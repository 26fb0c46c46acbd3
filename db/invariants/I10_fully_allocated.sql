-- A posted repayment is fully allocated.
-- Rule: LEND-I10.
select r.user_id, r.id from repayments r
where r.status = 'succeeded'
  and r.amount_paise <> (select coalesce(sum(a.amount_paise), 0) from allocations a
                         where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active);
