-- Tax on a fee stands on the heads of its place: IGST into another state than the lender's, else CGST and SGST; and every tax
-- document of a payment names the place the payment was sold with.
-- Rule: LEND-I65, LEND-F2, LEND-F5.
select p.user_id, p.id, 'heads' as why
from payments p
where exists (
  select 1 from journals j
  join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account in ('L330', 'L331', 'L332')
  where j.user_id = p.user_id and j.loan_id = p.id
    and (x.account = 'L332') <> coalesce(p.supply_state <> p.supplier_state, false))
union all
select d.user_id, d.id, 'document' as why
from tax_documents d join payments p on p.user_id = d.user_id and p.id = d.loan_id
where d.supply_state is distinct from p.supply_state;
