-- Kept balances equal the postings.
-- Rule: LEND-I03.
select account, user_id, loan_id, coalesce(posted, 0) as posted, coalesce(balance_paise, 0) as kept
from (
  select p.account, p.user_id, coalesce(p.loan_id, '00000000-0000-0000-0000-000000000000') as loan_id, sum(p.amount_paise) as posted
  from postings p join accounts a on a.code = p.account and a.tracked
  group by 1, 2, 3
) x
full join account_balances b using (account, user_id, loan_id)
where coalesce(posted, 0) <> coalesce(balance_paise, 0);
