-- No line on an account or side that its kind of journal does not have; a reversal takes something back.
-- Rule: LEND-I61, LEND-16.
select j.user_id, j.id, j.source_kind, p.account, p.amount_paise
from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
left join allowed_journals r on r.kind = j.source_kind and r.account = p.account
  and r.side = case when p.amount_paise > 0 then 'debit' else 'credit' end
where case when j.source_kind = 'reversal' then j.reversal_of is null else r.kind is null or j.reversal_of is not null end;
