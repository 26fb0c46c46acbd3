-- A journal takes effect on no day after the one it is posted on; without a loan within 400 days before it; with a loan's own
-- accounts from the loan's first day, else from the acceptance of its payment. A mirror has the day of what it takes back.
-- Rule: LEND-I63, LEND-16.
select j.user_id, j.id, j.source_kind, j.effective_on
from journals j
left join payments p on p.user_id = j.user_id and p.id = j.loan_id
left join loans l on l.user_id = j.user_id and l.id = j.loan_id
where j.effective_on > j.posting_on
  or j.reversal_of is null and case
    when j.loan_id is null then j.effective_on < j.posting_on - 400
    when exists (
        select 1 from postings x join accounts a on a.code = x.account and a.of_loan
        where x.user_id = j.user_id and x.journal_id = j.id) and j.effective_on < l.disbursed_on then true
    -- The rail's clock may be behind ours by a midnight.
    else j.effective_on < least(ist_date(p.accepted_at), greatest(coalesce(l.disbursed_on, ist_date(p.accepted_at)), ist_date(p.accepted_at) - 1)) end
  or exists (
    select 1 from journals o where o.user_id = j.user_id and o.id = j.reversal_of and o.effective_on <> j.effective_on);
