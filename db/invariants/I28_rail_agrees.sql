-- The rail's last word on each payment agrees with ours, to the paisa; an exception stands in the list of differences, open
-- or cleared with a journal.
-- Rule: LEND-I28.
select r.user_id, r.id from rail_rows r
left join payments p on p.user_id = r.user_id and p.id = r.payment_id
where r.matched_at is not null and r.status = 'success'
  and (p.id is null or p.bill_status not in ('paid', 'reversed') or p.amount_paise <> r.amount_paise)
  -- Superseded by what the rail said later under its own reference.
  and not exists (
    select 1 from rail_rows x where x.user_id = r.user_id and x.rail_reference = r.rail_reference and x.id > r.id
      and x.matched_at is not null)
  -- Seen a moment ago: the rail is being asked.
  and not (r.verdict = 'ok_unknown' and p.bill_status in ('submitted', 'unknown'))
  and not exists (
    select 1 from reconciliation_breaks b
    where b.user_id = r.user_id and (b.resolved_at is null or b.journal_id is not null)
      and (b.payment_id = r.payment_id or b.reference = r.rail_reference));
