-- No charge is paid or waived beyond what it is, and what is unpaid of those that stand is what the ledger says is owed.
-- Rule: LEND-I09.
select user_id, id from charges
where paid_paise < 0 or waived_paise < 0 or paid_paise + waived_paise > amount_paise
union all
select l.user_id, l.id from loans l
where l.status in ('active', 'npa')
  and (select coalesce(sum(amount_paise), 0) from postings p
       where p.user_id = l.user_id and p.loan_id = l.id and p.account in ('A220', 'A221'))
    <> (select coalesce(sum(amount_paise - paid_paise - waived_paise), 0) from charges c
        where c.user_id = l.user_id and c.loan_id = l.id and c.reversed_on is null);
