-- A journal is about a payment of its own person, and each of its lines about that one or about none.
-- Rule: LEND-I64, LEND-16.
select j.user_id, j.id, j.source_kind, j.loan_id
from journals j
where j.loan_id is not null and not exists (select 1 from payments p where p.user_id = j.user_id and p.id = j.loan_id)
  or exists (
    select 1 from postings x
    where x.user_id = j.user_id and x.journal_id = j.id and x.loan_id is not null and x.loan_id is distinct from j.loan_id);
