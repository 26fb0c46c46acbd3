-- What:  a difference of its own for each dispute that waits for a person and shared that of another one.
-- Why:   two banks' words about parts of one repayment stood in one difference: clearing it cleared both, and the second was
--        never shown as decided.
-- Locks: none but on the new rows.
-- Safe while the old version runs: yes; of two it would show the sum for each until it is gone, and clear it once.
-- Up Migration

insert into reconciliation_breaks (
  user_id, kind, rail, owner, reference, repayment_id, theirs_paise, detail, opened_at)
select c.user_id, b.kind, b.rail, b.owner, c.dispute_ref, c.repayment_id, c.amount_paise,
  jsonb_build_object('chargebackId', c.id, 'disputeRef', c.dispute_ref), coalesce(c.ended_at, c.opened_at)
from chargebacks c
join repayments r on r.user_id = c.user_id and r.id = c.repayment_id
join reconciliation_breaks b on b.user_id = c.user_id and b.repayment_id = c.repayment_id and b.resolved_at is null
  and b.kind = case when c.amount_paise <> r.amount_paise then 'chargeback_partial' else 'chargeback_unclear' end
where c.status = 'review' and b.reference <> c.dispute_ref and not exists (
  select 1 from reconciliation_breaks own
  where own.user_id = c.user_id and own.reference = c.dispute_ref and own.kind = b.kind)
on conflict do nothing;
