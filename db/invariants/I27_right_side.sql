-- No kept balance on the wrong side.
-- Rule: LEND-I27.
select b.account, b.user_id, b.loan_id from account_balances b join accounts a on a.code = b.account
where not a.either_sign
  and ((a.kind in ('A', 'E') and b.balance_paise < 0) or (a.kind in ('L', 'I') and b.balance_paise > 0));
