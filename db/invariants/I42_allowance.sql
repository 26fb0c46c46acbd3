-- A loss allowance is held for loans in the books alone, and never the wrong way round.
-- Rule: LEND-I42, LEND-D7.
select b.user_id, b.loan_id from account_balances b
left join loans l on l.user_id = b.user_id and l.id = b.loan_id
where b.account = 'A290' and b.balance_paise <> 0
  and (b.balance_paise > 0 or l.id is null or l.status not in ('active', 'npa'));
