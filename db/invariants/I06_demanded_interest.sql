-- Interest demanded in the ledger is what demanded instalments still owe.
-- Rule: LEND-I06.
select l.user_id, l.id from loans l
where l.status in ('active', 'npa')
  and (select coalesce(sum(amount_paise), 0) from postings p
       where p.user_id = l.user_id and p.loan_id = l.id and p.account = 'A211')
    <> (select coalesce(sum(interest_paise - paid_interest_paise), 0) from instalments i
        where i.user_id = l.user_id and i.loan_id = l.id and i.is_active and i.is_demanded);
