-- CGST equals SGST.
-- Rule: LEND-I23.
-- Before the government is paid: a return sets what was paid on purchases against each of them by itself (journal 37).
with paid as (
  select p.account, p.amount_paise from journals j
  join postings p on p.user_id = j.user_id and p.journal_id = j.id
  where j.user_id = house_id() and (j.source_kind = 'gst_paid' or j.reversal_of in (
    select g.id from journals g where g.user_id = house_id() and g.source_kind = 'gst_paid'))
)
select 1 as breach
where (select coalesce(sum(amount_paise), 0) from postings where account = 'L330')
    - (select coalesce(sum(amount_paise), 0) from paid where account = 'L330')
   <> (select coalesce(sum(amount_paise), 0) from postings where account = 'L331')
    - (select coalesce(sum(amount_paise), 0) from paid where account = 'L331');
