-- break_open: opens a difference for staff to follow up. Of one kind a subject has one open difference: opening it again
-- answers null and changes nothing. Each dispute and each payment at the gateway is a subject of its own, also where several
-- are about one repayment.
-- A difference that concerns no person's row is booked under house_id.
-- Rule: LEND-21.
create or replace function break_open(
  p_user_id uuid, p_kind text, p_rail text, p_owner text, p_reference text, p_business_on date, p_payment_id uuid,
  p_repayment_id uuid, p_ours_paise bigint, p_theirs_paise bigint, p_detail jsonb, p_now timestamptz
) returns uuid language plpgsql as $$
declare
  v_id uuid;
begin
  if p_repayment_id is not null and exists (
    select 1 from reconciliation_breaks b
    where b.user_id = p_user_id and b.repayment_id = p_repayment_id and b.kind = p_kind and b.resolved_at is null
      and (p_kind not in ('chargeback_partial', 'chargeback_unclear', 'amount', 'unmatched_receipt')
        or b.reference = p_reference))
  then return null; end if;
  insert into reconciliation_breaks (
    user_id, kind, rail, owner, reference, business_on, payment_id, repayment_id, ours_paise, theirs_paise, detail, opened_at)
  values (coalesce(p_user_id, house_id()), p_kind, p_rail, p_owner, p_reference, p_business_on, p_payment_id, p_repayment_id,
    p_ours_paise, p_theirs_paise, coalesce(p_detail, '{}'), p_now)
  on conflict do nothing
  returning id into v_id;
  return v_id;
end $$;

-- break_resolve: it is cleared, by itself or by a member of staff. Answers false when it was before.
-- Rule: LEND-C5. Locks: payment, difference.
create or replace function break_resolve(
  p_user_id uuid, p_id uuid, p_resolution text, p_journal_id uuid, p_resolved_by uuid, p_note text, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  v_payment uuid;
  v_row uuid;
  v_kind text;
begin
  perform 1 from payments where user_id = p_user_id and id = (
    select payment_id from reconciliation_breaks where user_id = p_user_id and id = p_id) for update;
  update reconciliation_breaks
  set resolved_at = p_now, resolution = p_resolution, journal_id = p_journal_id, resolved_by = p_resolved_by, note = p_note
  where user_id = p_user_id and id = p_id and resolved_at is null
  returning payment_id, case when kind = 'unmatched_row' and p_resolved_by is not null then (detail ->> 'settlementRowId')::uuid end,
    kind
  into v_payment, v_row, v_kind;
  if not found then return false; end if;
  -- Rule: LEND-X10. Somebody found that the bill does not come back after all.
  if v_kind = 'returned' and p_resolution = 'agreed' then
    perform loan_thaw(p_user_id, v_payment, 'withdrawn', p_resolved_by, p_now);
  end if;
  -- Explained by somebody, a row of the settlement file waits for no owner any more.
  update settlement_rows set state = 'differs' where id = v_row and state = 'waiting';
  -- The payment waits for a person as long as one of its differences does.
  update payments p set needs_review = false, review_reason = null
  where p.user_id = p_user_id and p.id = v_payment and p.needs_review and not exists (
    select 1 from reconciliation_breaks b
    where b.user_id = p.user_id and b.payment_id = p.id and b.resolved_at is null);
  return true;
end $$;
grant execute on function
  break_open(uuid, text, text, text, text, date, uuid, uuid, bigint, bigint, jsonb, timestamptz),
  break_resolve(uuid, uuid, text, uuid, uuid, text, timestamptz)
to mohlat_worker;
