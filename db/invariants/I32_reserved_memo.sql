-- The memo of reserved limit equals the held reservations.
-- Rule: LEND-I32.
select user_id from (
  select user_id, sum(amount_paise) as memo from postings where account = 'M900' group by 1
) m
full join (select user_id, sum(amount_paise) as held from reservations where state = 'held' group by 1) r using (user_id)
where coalesce(memo, 0) <> coalesce(held, 0);
