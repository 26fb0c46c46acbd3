-- Only allowed changes of the bill's status, and the log ends where the payment stands.
-- Rule: LEND-I17.
select s.user_id, s.payment_id, s.seq from bill_status_log s
left join allowed_bill_status t using (from_status, to_status)
where t.from_status is null
union all
select p.user_id, p.id, null from payments p
where p.bill_status is distinct from (
  select s.to_status from bill_status_log s
  where s.user_id = p.user_id and s.payment_id = p.id order by s.seq desc limit 1);
