-- Every captured payment stands in the books once, and nothing else stands there.
-- Rule: LEND-I34.
select r.user_id, r.id from repayments r
where (r.status = 'succeeded') <> exists (
  select 1 from journals j
  where j.user_id = r.user_id and j.id = r.journal_id and j.source_kind in ('repayment', 'exit', 'recovery')
    and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id))
union all
select j.user_id, j.id from journals j
where j.source_kind in ('repayment', 'exit', 'recovery')
  and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id)
  and not exists (select 1 from repayments r where r.user_id = j.user_id and r.journal_id = j.id);
