-- A reversal mirrors exactly.
-- Rule: LEND-I30.
select j.user_id, j.id from journals j
where j.reversal_of is not null and exists (
  select 1 from postings p where p.user_id = j.user_id and p.journal_id in (j.id, j.reversal_of)
  group by p.account, p.loan_id having sum(p.amount_paise) <> 0);
