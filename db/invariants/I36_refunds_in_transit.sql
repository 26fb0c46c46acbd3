-- Refunds in transit are exactly those under way.
-- Rule: LEND-I36.
select user_id from (select user_id, -sum(amount_paise) as paise from postings where account = 'L311' group by 1) books
full join (
  select user_id, sum(amount_paise) as paise from refunds
  where status in ('initiated', 'processing', 'unknown') group by 1) under_way using (user_id)
where coalesce(books.paise, 0) <> coalesce(under_way.paise, 0);
