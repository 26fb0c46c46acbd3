-- A bill that the rail said it executed is a loan, at the latest when the next business day begins; an exception stands in the
-- list of differences as what explains it, open or cleared with a journal, or its money came back.
-- Rule: LEND-I37.
select a.user_id, a.payment_id as id from payment_attempts a
join payments p on p.user_id = a.user_id and p.id = a.payment_id
where a.executed_at is not null
  -- Said a moment ago: it is being booked. The books know the product's time by the day that was opened last.
  and not (p.bill_status in ('submitted', 'unknown')
    and a.executed_at > (select max(opened_at) from business_days) - interval '2 hours')
  and not exists (select 1 from loans l where l.user_id = a.user_id and l.id = a.payment_id)
  and not exists (
    select 1 from reconciliation_breaks b
    where b.user_id = a.user_id and b.payment_id = a.payment_id and (b.resolved_at is null or b.journal_id is not null)
      and b.kind in ('late_success', 'ok_unknown', 'amount', 'contradiction', 'adjusted'))
  and not exists (
    select 1 from journals j
    where j.user_id = a.user_id and j.loan_id = a.payment_id and j.source_kind = 'rail_orphan_back');
