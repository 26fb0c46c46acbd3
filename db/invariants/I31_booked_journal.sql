-- Every loan has its booking journal, of the bill's amount.
-- Rule: LEND-I31.
select l.user_id, l.id from loans l
join payments p on p.user_id = l.user_id and p.id = l.id
where not exists (
  select 1 from journals j join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account = 'A200'
  where j.user_id = l.user_id and j.source_kind = 'loan_booked' and j.source_id = l.id and x.amount_paise = p.amount_paise);
