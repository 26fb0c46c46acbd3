-- Every captured payment stands in the books once, and nothing else stands there.
-- Rule: LEND-I34.
select r.user_id, r.id from repayments r
left join journals j on j.user_id = r.user_id and j.source_kind = 'repayment' and j.source_id = r.id
where (r.status = 'succeeded') <> (j.id is not null);
