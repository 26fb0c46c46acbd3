-- The financed fee in the ledger is the unpaid schedule plus earmarks.
-- Rule: LEND-I05.
select l.user_id, l.id from loans l
where l.status in ('active', 'npa')
  and (select coalesce(sum(amount_paise), 0) from postings p
       where p.user_id = l.user_id and p.loan_id = l.id and p.account in ('A202', 'A203'))
    <> (select coalesce(sum(fee_paise - paid_fee_paise), 0) from instalments i
        where i.user_id = l.user_id and i.loan_id = l.id and i.is_active)
     + (select coalesce(sum(amount_paise), 0) from allocations a
        where a.user_id = l.user_id and a.loan_id = l.id and a.is_active and a.is_earmark and a.component = 'fee');
