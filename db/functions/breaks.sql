-- break_open: opens a difference for staff to follow up. Of one kind a subject has one open difference: opening it again
-- answers null and changes nothing, but for a reference that it has not yet. Each dispute, each round of one, and each payment at the
-- gateway is a subject of its own, also where several are about one repayment, and so is what the gateway has another reference for,
-- where several are about one loan (decision 188). A difference that names no round is about all of them.
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
        or b.reference = p_reference
          and coalesce(b.detail ->> 'chargebackId', p_detail ->> 'chargebackId') is not distinct from p_detail ->> 'chargebackId'))
  then return null; end if;
  -- A look at a payment may have opened it first, without the reference by which its money is found and cleared.
  update reconciliation_breaks b set reference = p_reference, business_on = coalesce(b.business_on, p_business_on),
    ours_paise = coalesce(b.ours_paise, p_ours_paise), theirs_paise = coalesce(b.theirs_paise, p_theirs_paise)
  where b.user_id = p_user_id and b.kind = p_kind and b.payment_id = p_payment_id and b.rail = p_rail and b.reference is null
    and b.resolved_at is null and p_reference is not null and not exists (
      select 1 from reconciliation_breaks o
      where o.user_id = b.user_id and o.kind = b.kind and o.rail = b.rail and o.payment_id = b.payment_id
        and o.reference = p_reference and o.resolved_at is null);
  insert into reconciliation_breaks (
    user_id, kind, rail, owner, reference, business_on, payment_id, repayment_id, ours_paise, theirs_paise, detail, opened_at)
  values (coalesce(p_user_id, house_id()), p_kind, p_rail, p_owner, p_reference, p_business_on, p_payment_id, p_repayment_id,
    p_ours_paise, p_theirs_paise, coalesce(p_detail, '{}'), p_now)
  on conflict do nothing
  returning id into v_id;
  return v_id;
end $$;

-- break_clear: it is cleared, by itself or by a member of staff, with what follows from that (`resolutionOutcome`): the loan of its payment
-- is frozen no more, its row of the settlement file waits for no owner any more, its dispute in review has ended. Answers is_done false when it was cleared before, and
-- whether a freeze ended.
-- Rule: LEND-C5. Locks: payment, difference.
create or replace function break_clear(
  p_user_id uuid, p_id uuid, p_resolution text, p_journal_id uuid, p_resolved_by uuid, p_note text, p_now timestamptz,
  p_ends_freeze boolean default false, p_explains_row boolean default false, out is_done boolean, out is_thawed boolean
) language plpgsql as $$
declare
  v_payment uuid;
  v_row uuid;
  v_kind text;
  v_repayment uuid;
  v_reference text;
  v_dispute text;
begin
  is_thawed := false;
  perform 1 from payments where user_id = p_user_id and id = (
    select payment_id from reconciliation_breaks where user_id = p_user_id and id = p_id) for update;
  update reconciliation_breaks
  set resolved_at = p_now, resolution = p_resolution, journal_id = p_journal_id, resolved_by = p_resolved_by, note = p_note
  where user_id = p_user_id and id = p_id and resolved_at is null
  returning payment_id, (detail ->> 'settlementRowId')::uuid, kind, repayment_id, reference, detail ->> 'chargebackId'
    into v_payment, v_row, v_kind, v_repayment, v_reference, v_dispute;
  is_done := found;
  if not is_done then return; end if;
  if p_ends_freeze then is_thawed := loan_thaw(p_user_id, v_payment, 'withdrawn', p_resolved_by, p_now); end if;
  if p_explains_row then update settlement_rows set state = 'differs' where id = v_row and state = 'waiting'; end if;
  -- A dispute in review has ended with it: charges rest no longer (decision 185).
  if v_kind in ('chargeback_partial', 'chargeback_unclear') then
    update chargebacks c set rests_until_on = ist_date(p_now)
    where c.user_id = p_user_id and c.repayment_id = v_repayment and c.dispute_ref = v_reference and c.status = 'review'
      and c.rests_until_on is null and c.id::text = coalesce(v_dispute, c.id::text);
  end if;
  -- The payment waits for a person as long as one of its differences does.
  update payments p set needs_review = false, review_reason = null
  where p.user_id = p_user_id and p.id = v_payment and p.needs_review and not exists (
    select 1 from reconciliation_breaks b
    where b.user_id = p.user_id and b.payment_id = p.id and b.resolved_at is null);
end $$;
grant execute on function
  break_open(uuid, text, text, text, text, date, uuid, uuid, bigint, bigint, jsonb, timestamptz),
  break_clear(uuid, uuid, text, uuid, uuid, text, timestamptz, boolean, boolean)
to mohlat_worker;
