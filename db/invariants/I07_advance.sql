-- A customer's advance is exactly the active earmarks.
-- Rule: LEND-I07.
select l.user_id, l.id from loans l
where (select coalesce(-sum(amount_paise), 0) from postings p
       where p.user_id = l.user_id and p.loan_id = l.id and p.account = 'L300')
   <> (select coalesce(sum(amount_paise), 0) from allocations a
       where a.user_id = l.user_id and a.loan_id = l.id and a.is_active and a.is_earmark);
