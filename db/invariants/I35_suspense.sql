-- Only a loan that does not perform has income in suspense: exactly its unpaid interest and charges.
-- Rule: LEND-I35, LEND-D4.
select l.user_id, l.id from loans l
where (select coalesce(-sum(amount_paise), 0) from postings p
       where p.user_id = l.user_id and p.loan_id = l.id and p.account = 'L350')
   <> case when l.status = 'npa' then (
        select coalesce(sum(amount_paise), 0) from postings p
        where p.user_id = l.user_id and p.loan_id = l.id and p.account in ('A210', 'A211', 'A220', 'A221')) else 0 end;
