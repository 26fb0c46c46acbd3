-- collections_claim: takes the waiting rows of the settlement file that were not looked at for the longest time, with whose each is.
-- `rowState` says what becomes of a row, `collectionSettled` what arrived in the bank (journal 15); collections_settle writes it, in the
-- same transaction. An unmatched row has no owner. The rupee that registers a mandate is no repayment: it comes and goes through
-- the clearing account of mandates, row by row. `is_registration` says that of it, and of the part of money without an owner that had gone
-- back before the rest was kept: such a row is booked by itself (journal 15), though it is a refund.
-- p_registration: as settlement_owner. Rule: LEND-21, LEND-C4. No tracked account is touched: no locks but the rows' own.
create or replace function collections_claim(p_now timestamptz, p_limit integer, p_registration jsonb) returns table (
  id uuid, settled_on date, kind text, amount_paise bigint, fee_paise bigint, credit_paise bigint, debit_paise bigint,
  is_repeated boolean, is_double boolean, owner_id uuid, subject_id uuid, owner_paise bigint, sign integer, loan_id uuid, is_mandate boolean,
  is_registration boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_row settlement_rows%rowtype;
  v_repayment record;
  v_mandate record;
begin
  with due as (
    select id from settlement_rows
    where state = 'waiting' and (looked_at is null or looked_at < p_now)
      -- A day of a file that is ahead of ours is not booked before it comes: it would hold up every other row.
      and settled_on <= ist_date(p_now)
    order by looked_at nulls first, id limit p_limit for update skip locked
  ), looked as (
    update settlement_rows s set looked_at = p_now from due where s.id = due.id returning s.id
  )
  select array_agg(id) into v_ids from looked;
  -- Read under the locks: whose a row is may have become known meanwhile. One at a time: each may be of a person on another node of a
  -- cluster (decision 121).
  for v_row in select s.* from settlement_rows s where s.id = any (v_ids) order by s.id loop
    select o.owner_id, o.subject_id, o.amount_paise, o.sign into owner_id, subject_id, owner_paise, sign
    from settlement_owner(v_row, p_registration) o;
    select r.loan_id, r.channel into v_repayment from repayments r
    where r.user_id = collections_claim.owner_id and r.id = collections_claim.subject_id;
    select m.id, m.loan_id into v_mandate from mandates m
    where m.user_id = collections_claim.owner_id and m.id = collections_claim.subject_id;
    id := v_row.id;
    settled_on := v_row.settled_on;
    kind := v_row.kind;
    amount_paise := v_row.amount_paise;
    fee_paise := v_row.fee_paise;
    credit_paise := v_row.credit_paise;
    debit_paise := v_row.debit_paise;
    is_repeated := exists (select 1 from settlement_rows x where x.provider = v_row.provider and x.kind = v_row.kind
      and x.entity_ref = v_row.entity_ref and (x.state = 'matched' or x.state = 'waiting' and x.id < v_row.id));
    is_double := is_repeated or exists (select 1 from settlement_rows x where x.provider = v_row.provider and x.kind = v_row.kind
      and x.entity_ref = v_row.entity_ref and x.id <> v_row.id);
    loan_id := coalesce(v_repayment.loan_id, v_mandate.loan_id);
    is_mandate := coalesce(v_repayment.channel = 'mandate', false) or v_mandate.id is not null;
    is_registration := v_mandate.id is not null or v_row.kind = 'refund' and exists (
      select 1 from unidentified_receipts u where u.id = collections_claim.subject_id and u.refund_ref is distinct from v_row.entity_ref);
    return next;
  end loop;
end $$;

-- collections_settle: writes what became of claimed rows, with their owners: a row that fits is matched, and its differences are cleared;
-- one that contradicts our books becomes a difference of its kind (`rowDifference`); one without an owner waits on. Refunds and disputes
-- were booked by their own journals (23, 34). A settlement is a fact of the bank: taking a loan back to an earlier day leaves it standing
-- (packages/lending/src/take-back.ts). Rule: LEND-21. After collections_claim, under its locks.
create or replace function collections_settle(
  p_now timestamptz, p_ids uuid[], p_states text[], p_owner_ids uuid[], p_subject_ids uuid[], p_kinds text[]
) returns void language plpgsql as $$
declare
  v_one record;
  v_paise bigint;
begin
  update settlement_rows s set owner_id = x.owner_id, subject_id = x.subject_id, state = x.state,
    matched_at = case when x.state = 'matched' then p_now end
  from unnest(p_ids, p_states, p_owner_ids, p_subject_ids) as x(id, state, owner_id, subject_id)
  where s.id = x.id;

  update repayments r set settled_on = s.settled_on from settlement_rows s
  where s.id = any (p_ids) and s.state = 'matched' and s.kind = 'payment' and r.user_id = s.owner_id and r.id = s.subject_id;

  for v_one in
    select b.user_id, b.id
    from settlement_rows s join reconciliation_breaks b on b.user_id = s.owner_id and b.repayment_id = s.subject_id
    where s.id = any (p_ids) and s.state = 'matched' and s.kind = 'payment' and b.kind = 'missing' and b.resolved_at is null
    union
    select b.user_id, b.id
    from settlement_rows s join reconciliation_breaks b on b.user_id = house_id() and b.rail = s.provider and b.reference = s.entity_ref
    where s.id = any (p_ids) and s.state = 'matched' and b.kind = 'unmatched_row' and b.resolved_at is null
  loop
    perform break_clear(v_one.user_id, v_one.id, 'settled', null, null, null, p_now);
  end loop;

  for v_one in
    select s.*, x.break_kind from unnest(p_ids, p_kinds) as x(id, break_kind) join settlement_rows s on s.id = x.id
    where s.state = 'differs' order by s.id
  loop
    v_paise := (select r.amount_paise from repayments r where r.user_id = v_one.owner_id and r.id = v_one.subject_id);
    perform break_open(v_one.owner_id, v_one.break_kind, 'razorpay', 'finance', v_one.entity_ref, v_one.settled_on, null, null,
      v_paise, v_one.amount_paise,
      jsonb_build_object('settlementRowId', v_one.id, 'creditPaise', v_one.credit_paise, 'debitPaise', v_one.debit_paise,
        'feePaise', v_one.fee_paise), p_now);
  end loop;
end $$;

-- repayments_unsettled: the repayments of a rail from before an instant that no row of its file has settled, and which were never missing:
-- `missingDifference` decides. The oldest first. Look-ups, and nothing is chosen.
create or replace function repayments_unsettled(p_before timestamptz, p_channels text[], p_limit integer) returns table (
  user_id uuid, repayment_id uuid, reference text, business_on date, channel text, amount_paise bigint, received_at timestamptz
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select r.user_id, r.id, r.provider_payment_ref, r.value_on, r.channel, r.amount_paise, r.received_at from repayments r
  where r.settled_on is null and r.provider_payment_ref is not null and r.channel = any (p_channels) and r.received_at < p_before
    -- The index leaves these out; they are none of the channels.
    and r.channel <> 'identified'
    and not exists (select 1 from reconciliation_breaks b
      where b.user_id = r.user_id and b.repayment_id = r.id and b.kind = 'missing')
  order by r.received_at limit p_limit;
end $$;

-- lock_money: of those who would credit or keep the same money at once, one goes first and the others see what it did.
create or replace function lock_money(p_payment_ref text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('money ' || p_payment_ref, 0))
$$;
grant execute on function lock_money(text) to mohlat_worker;

-- receipt_hold: keeps money without an owner until its owner is found or it goes back: journal 24. Under the house's name: no person's row
-- carries it. Answers its id, or null where it is held already, or was credited meanwhile.
-- Rule: LEND-16 journal 24.
create or replace function receipt_hold(p_now timestamptz, p_facts jsonb) returns uuid language plpgsql as $$
declare
  v_receipt unidentified_receipts%rowtype;
begin
  perform lock_money(p_facts ->> 'paymentRef');
  if exists (select 1 from repayments where provider_payment_ref = p_facts ->> 'paymentRef') then return null; end if;
  insert into unidentified_receipts (provider, payment_ref, order_ref, amount_paise, refunded_paise, is_credit_source, received_at,
    value_on, status, hinted_repayment_id, return_on, created_at)
  values ('razorpay', p_facts ->> 'paymentRef', p_facts ->> 'orderRef', (p_facts ->> 'amountPaise')::bigint,
    coalesce((p_facts ->> 'refundedPaise')::bigint, 0),
    (p_facts ->> 'isCreditSource')::boolean, (p_facts ->> 'receivedAt')::timestamptz,
    ist_date((p_facts ->> 'receivedAt')::timestamptz), 'held', (p_facts ->> 'hintedRepaymentId')::uuid,
    ist_date((p_facts ->> 'receivedAt')::timestamptz) + (p_facts ->> 'keepDays')::integer, p_now)
  on conflict do nothing
  returning * into v_receipt;
  if not found then return null; end if;
  -- Its row of the settlement file has an owner now.
  update settlement_rows set looked_at = null where payment_ref = v_receipt.payment_ref and state = 'waiting';
  perform ledger_write(p_now,
    transfer_lines('receipt_held', house_id(), v_receipt.id, null, v_receipt.value_on, v_receipt.amount_paise));
  perform break_open(null, 'unmatched_receipt', 'razorpay', 'operations', v_receipt.payment_ref, v_receipt.value_on, null, null,
    null, v_receipt.amount_paise, jsonb_build_object('receiptId', v_receipt.id), p_now);
  return v_receipt.id;
end $$;

-- receipt_returned: it went back to where it came from. Answers false when it had before.
create or replace function receipt_returned(p_id uuid, p_refund_ref text, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  v_receipt unidentified_receipts%rowtype;
begin
  update unidentified_receipts set status = 'returned', refund_ref = p_refund_ref, returned_at = p_now, next_look_at = null
  where id = p_id and status = 'returning' returning * into v_receipt;
  if not found then return false; end if;
  perform ledger_write(p_now,
    transfer_lines('receipt_returned', house_id(), v_receipt.id, null, ist_date(p_now), v_receipt.amount_paise - v_receipt.taken_paise));
  perform receipt_cleared(v_receipt.payment_ref, 'returned', p_now);
  return true;
end $$;

-- Every difference that spoke of a receipt is cleared with it, also that the rail refused to send it back, and the one that its order was
-- for another amount (LEND-X9).
create or replace function receipt_cleared(p_payment_ref text, p_resolution text, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_break record;
begin
  for v_break in
    select b.user_id, b.id from reconciliation_breaks b
    where (b.kind in ('unmatched_receipt', 'refund_refused') or b.kind = 'amount' and b.repayment_id is not null) and b.resolved_at is null
      and (b.reference = p_payment_ref or b.detail ->> 'paymentRef' = p_payment_ref)
    order by 1, 2
  loop
    perform break_clear(v_break.user_id, v_break.id, p_resolution, null, null, null, p_now);
  end loop;
end $$;

grant execute on function
  collections_claim(timestamptz, integer, jsonb), collections_settle(timestamptz, uuid[], text[], uuid[], uuid[], text[]), repayments_unsettled(timestamptz, text[], integer),
  receipt_hold(timestamptz, jsonb), receipt_returned(uuid, text, timestamptz), receipt_cleared(text, text, timestamptz)
to mohlat_worker;
