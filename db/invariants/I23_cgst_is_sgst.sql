-- CGST equals SGST.
-- Rule: LEND-I23.
select 1 as breach
where (select coalesce(sum(amount_paise), 0) from postings where account = 'L330')
   <> (select coalesce(sum(amount_paise), 0) from postings where account = 'L331');
