-- A frozen loan has no demand and no late charge: the close of the day before decides what a morning opens.
-- Rule: LEND-I38, LEND-X10.
select j.user_id, j.id from journals j
where j.source_kind in ('demand', 'penal') and j.reversal_of is null
  and exists (select 1 from loan_freezes f where f.user_id = j.user_id and f.loan_id = j.loan_id)
  and is_frozen(j.user_id, j.loan_id, j.effective_on - 1)
  and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id);
