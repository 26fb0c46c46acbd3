-- Every tax document says what its journal says, or what all journals of its replay say, numbers have no gap, and no other event moves tax on fees.
-- Rule: LEND-I40, LEND-F5.
select d.user_id, d.id, d.number, 'differs from its journal' as why
from tax_documents d
join lateral (
  select -coalesce(sum(p.amount_paise) filter (where p.account = 'I400'), 0) as taxable,
    -coalesce(sum(p.amount_paise) filter (where p.account = 'L330'), 0) as cgst,
    -coalesce(sum(p.amount_paise) filter (where p.account = 'L331'), 0) as sgst,
    -coalesce(sum(p.amount_paise) filter (where p.account = 'L332'), 0) as igst
  from postings p where p.user_id = d.user_id and p.journal_id = d.journal_id
) j on true
-- A replay of a loan takes back and books again in one instant. Documents of before are one for each journal of it.
join lateral (
  select -coalesce(sum(p.amount_paise) filter (where p.account = 'I400'), 0) as taxable,
    -coalesce(sum(p.amount_paise) filter (where p.account = 'L330'), 0) as cgst,
    -coalesce(sum(p.amount_paise) filter (where p.account = 'L331'), 0) as sgst,
    -coalesce(sum(p.amount_paise) filter (where p.account = 'L332'), 0) as igst
  from journals own
  join journals g on g.user_id = own.user_id and g.loan_id = own.loan_id and g.posted_at = own.posted_at
    and g.source_kind in ('loan_booked', 'exit', 'reversal', 'waiver', 'unwind')
  join postings p on p.user_id = g.user_id and p.journal_id = g.id
  where own.user_id = d.user_id and own.id = d.journal_id
) whole on true
where ((d.taxable_paise, d.cgst_paise, d.sgst_paise, d.igst_paise)
    <> (abs(j.taxable), abs(j.cgst), abs(j.sgst), abs(j.igst))
    or (d.kind = 'invoice') <> (j.taxable > 0))
  and ((d.taxable_paise, d.cgst_paise, d.sgst_paise, d.igst_paise)
    <> (abs(whole.taxable), abs(whole.cgst), abs(whole.sgst), abs(whole.igst))
    or (d.kind = 'invoice') <> (whole.taxable > 0))
union all
select null, null, s.kind || ' ' || s.financial_year, 'has a gap or a number twice'
from tax_series s
left join tax_documents d on d.kind = s.kind and d.financial_year = s.financial_year
group by s.kind, s.financial_year, s.last_sequence
having count(d.id) <> s.last_sequence or count(distinct d.sequence) <> s.last_sequence or max(d.sequence) <> s.last_sequence
union all
select j.user_id, j.id, j.source_kind, 'moves tax and is never given a document'
from journals j
where j.source_kind not in ('loan_booked', 'exit', 'reversal', 'waiver', 'unwind', 'gst_paid')
  and exists (select 1 from postings p where p.user_id = j.user_id and p.journal_id = j.id and p.account in ('L330', 'L331', 'L332'));
