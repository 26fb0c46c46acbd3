-- Money in transit at the rail is exactly that of payments on their way.
-- Rule: LEND-I33.
select user_id from (
  select user_id, sum(amount_paise) as moving from postings where account = 'A110' group by 1
) t
full join (
  select user_id, sum(amount_paise) as sent from payments where bill_status in ('submitted', 'unknown') group by 1
) p using (user_id)
where coalesce(moving, 0) <> coalesce(sent, 0);
