-- The rewards owed are the sum of those that can still be used.
-- Rule: LEND-I24.
select coalesce(e.user_id, p.user_id) as user_id, e.paise as rewards_paise, p.paise as ledger_paise
from (select user_id, sum(amount_paise) as paise from rewards where not is_used and state = 'available' group by 1) e
full join (select user_id, -sum(amount_paise) as paise from postings where account = 'L340' group by 1) p using (user_id)
where coalesce(e.paise, 0) <> coalesce(p.paise, 0);
