-- The payment state machine's steps after acceptance. Each is one event: it checks that the payment stands where the
-- step begins, writes status, log, reservation and journals together, and answers whether it did anything; a step
-- that finds the payment elsewhere does nothing. Rule: LEND-18. Locks: credit account, then payment (LEND-C5).

create or replace function payment_move(
  p_user_id uuid, p_payment_id uuid, p_from text[], p_to text, p_event text, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  v_from text;
begin
  select bill_status into v_from from payments where user_id = p_user_id and id = p_payment_id for update;
  if v_from is null or not (v_from = any (p_from)) then return false; end if;
  update payments set bill_status = p_to where user_id = p_user_id and id = p_payment_id;
  insert into bill_status_log (user_id, payment_id, seq, from_status, to_status, event, at)
  select p_user_id, p_payment_id, coalesce(max(seq), 0) + 1, v_from, p_to, p_event, p_now
  from bill_status_log where user_id = p_user_id and payment_id = p_payment_id;
  return true;
end $$;

-- The worker takes the payment: attempt row and journal 3 are committed before any network byte.
create or replace function payment_submit(
  p_user_id uuid, p_payment_id uuid, p_now timestamptz, p_attempt jsonb, p_mobile_sealed bytea,
  p_request_sealed bytea, p_request_hash bytea
) returns boolean language plpgsql as $$
declare
  v_payment payments%rowtype;
  v_last4 text;
begin
  if not payment_move(p_user_id, p_payment_id, array['accepted'], 'submitted', 'submitted', p_now) then return false; end if;
  -- Longer than the money call may take: a look before that would mistake a call under way for a lost one.
  update payments set next_enquiry_at = p_now + interval '45 seconds', enquiry_count = 0
  where user_id = p_user_id and id = p_payment_id returning * into v_payment;
  select c.last4 into v_last4 from cards c where c.user_id = p_user_id and c.id = v_payment.card_id;
  insert into payment_attempts (
    user_id, id, payment_id, our_reference, biller_id, bill_number, card_id, last4, mobile_sealed, request_sealed,
    request_hash, state, started_at
  ) values (
    p_user_id, (p_attempt ->> 'id')::uuid, p_payment_id, p_attempt ->> 'ourReference', p_attempt ->> 'billerId',
    p_attempt ->> 'billNumber', v_payment.card_id, v_last4, p_mobile_sealed, p_request_sealed, p_request_hash, 'sending', p_now
  );
  perform ledger_transfer('bill_sent', p_user_id, (p_attempt ->> 'id')::uuid, p_payment_id, ist_date(p_now),
    v_payment.amount_paise, p_now);
  return true;
end $$;

-- No clear answer: the reservation stays held, with no timeout (LEND-X1).
create or replace function payment_unknown(p_user_id uuid, p_payment_id uuid, p_now timestamptz, p_event text)
returns boolean language plpgsql as $$
begin
  if not payment_move(p_user_id, p_payment_id, array['submitted'], 'unknown', p_event, p_now) then return false; end if;
  update payment_attempts set state = 'unknown'
  where user_id = p_user_id and payment_id = p_payment_id and state in ('sending', 'processing');
  return true;
end $$;

-- The biller has the money: the loan is booked on the rail's own success day (LEND-T5, LEND-X6).
-- p_facts: {paidAt, disbursedOn, closedThroughOn, noNewPenalThroughOn, railReference, railFeePaise, instalments: [{number, startOn, dueOn, principalPaise, feePaise, interestPaise}], postings}
create or replace function payment_paid(p_user_id uuid, p_payment_id uuid, p_now timestamptz, p_facts jsonb)
returns boolean language plpgsql as $$
declare
  v_payment payments%rowtype;
begin
  perform 1 from credit_accounts where user_id = p_user_id for update;
  if not payment_move(p_user_id, p_payment_id, array['submitted', 'unknown'], 'paid', 'paid', p_now) then return false; end if;
  update payments set paid_at = (p_facts ->> 'paidAt')::timestamptz, rail_reference = p_facts ->> 'railReference', next_enquiry_at = null
  where user_id = p_user_id and id = p_payment_id returning * into v_payment;
  update payment_attempts set state = 'succeeded', finished_at = p_now, provider_txn = p_facts ->> 'railReference'
  where user_id = p_user_id and payment_id = p_payment_id and state <> 'failed';
  update reservations set state = 'consumed' where user_id = p_user_id and payment_id = p_payment_id;
  update credit_accounts set reserved_paise = reserved_paise - v_payment.amount_paise,
    used_paise = used_paise + v_payment.amount_paise, updated_at = p_now
  where user_id = p_user_id;
  update cards set last_used_at = p_now where user_id = p_user_id and id = v_payment.card_id;

  -- Booked on the day its owner is told, which may be later than its first day. Rule: LEND-8
  insert into loans (user_id, id, status, disbursed_on, booked_on, no_new_penal_through_on)
  values (p_user_id, p_payment_id, 'active', (p_facts ->> 'disbursedOn')::date, ist_date(p_now), (p_facts ->> 'noNewPenalThroughOn')::date);
  insert into loan_days (user_id, loan_id, closed_through_on)
  -- A process of the version before says neither this day nor where a period begins (decision 080).
  values (p_user_id, p_payment_id, coalesce((p_facts ->> 'closedThroughOn')::date, (p_facts ->> 'disbursedOn')::date - 1));
  insert into instalments (user_id, loan_id, version, number, start_on, due_on, principal_paise, fee_paise, interest_paise)
  select p_user_id, p_payment_id, 1, (row ->> 'number')::integer,
    coalesce((row ->> 'startOn')::date,
      lag((row ->> 'dueOn')::date, 1, (p_facts ->> 'disbursedOn')::date) over (order by (row ->> 'number')::integer)),
    (row ->> 'dueOn')::date, (row ->> 'principalPaise')::bigint, (row ->> 'feePaise')::bigint, (row ->> 'interestPaise')::bigint
  from jsonb_array_elements(p_facts -> 'instalments') as t(row);
  perform ledger_post(p_user_id, 'loan_booked', p_payment_id, p_payment_id, (p_facts ->> 'disbursedOn')::date, p_now,
    p_facts -> 'postings');
  -- Rule: LEND-16 journal 8. The network's convenience fee is the lender's cost.
  if coalesce((p_facts ->> 'railFeePaise')::bigint, 0) > 0 then
    perform ledger_transfer('rail_charged', p_user_id, p_payment_id, p_payment_id, (p_facts ->> 'disbursedOn')::date,
      (p_facts ->> 'railFeePaise')::bigint, p_now);
  end if;
  return true;
end $$;

-- Refused, or certainly never sent: nothing is owed, the limit is free again. p_rail_owes: the rail will refund (A115).
-- p_from: where the verdict may find the payment. One reached before anything was sent leaves accepted alone. Without it, as
-- server versions before the lease call it, it leaves each of them.
drop function if exists payment_failed(uuid, uuid, timestamptz, text, boolean);
create or replace function payment_failed(
  p_user_id uuid, p_payment_id uuid, p_now timestamptz, p_reason text, p_rail_owes boolean,
  p_from text[] default array['accepted', 'submitted', 'unknown']
) returns boolean language plpgsql as $$
declare
  v_payment payments%rowtype;
  v_attempt uuid;
begin
  perform 1 from credit_accounts where user_id = p_user_id for update;
  if not payment_move(p_user_id, p_payment_id, p_from, 'failed', 'failed', p_now) then return false; end if;
  update payments set failure_reason = p_reason, next_enquiry_at = null
  where user_id = p_user_id and id = p_payment_id returning * into v_payment;
  update payment_attempts set state = 'failed', finished_at = p_now, failure_code = p_reason
  where user_id = p_user_id and payment_id = p_payment_id and state <> 'failed' returning id into v_attempt;
  if v_attempt is not null then
    perform ledger_transfer(case when p_rail_owes then 'bill_refused_owed' else 'bill_refused' end, p_user_id, v_attempt,
      p_payment_id, ist_date(p_now), v_payment.amount_paise, p_now);
  end if;
  perform ledger_transfer('limit_freed', p_user_id, p_payment_id, p_payment_id, ist_date(p_now), v_payment.amount_paise, p_now);
  update reservations set state = 'released' where user_id = p_user_id and payment_id = p_payment_id;
  update credit_accounts set reserved_paise = reserved_paise - v_payment.amount_paise, updated_at = p_now
  where user_id = p_user_id;
  return true;
end $$;

-- A contradiction changes no money: it is marked, and stands on the list of breaks (LEND-X9).
create or replace function payment_review(
  p_user_id uuid, p_payment_id uuid, p_now timestamptz, p_kind text, p_detail jsonb
) returns boolean language plpgsql as $$
begin
  update payments set needs_review = true, review_reason = p_kind where user_id = p_user_id and id = p_payment_id;
  insert into reconciliation_breaks (user_id, payment_id, kind, detail, opened_at)
  values (p_user_id, p_payment_id, p_kind, p_detail, p_now)
  on conflict do nothing;
  return found;
end $$;

-- The person was told that it failed; a job tells them that it was paid after all, however it became known. Rule: LEND-X5.
create or replace function tell_late_success(p_user_id uuid, p_payment_id uuid) returns void language sql as $$
  select enqueue_job('payments.tell_late_success', json_build_object('userId', p_user_id, 'paymentId', p_payment_id),
    p_key => 'payments.tell_late_success:' || p_payment_id)
$$;

-- late_success_begin: failed with us, and later the rail shows money out: no status change (LEND-X5). Answers what `railTook` asks for;
-- no row where it is told again: the same success is not booked twice, and not opened again once it was cleared.
-- Rule: LEND-X5. Locks: payment.
create or replace function late_success_begin(p_user_id uuid, p_payment_id uuid)
returns table (bill_paise bigint, promised_paise bigint) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  select p.amount_paise, rail_owes_paise(p.user_id, p.id) from payments p
  where p.user_id = p_user_id and p.id = p_payment_id and p.bill_status = 'failed' and not exists (
    select 1 from journals j where j.user_id = p.user_id and j.source_kind = 'rail_orphan' and j.source_id = p.id)
  for update;
end $$;

grant execute on function
  payment_move(uuid, uuid, text[], text, text, timestamptz),
  payment_submit(uuid, uuid, timestamptz, jsonb, bytea, bytea, bytea),
  payment_unknown(uuid, uuid, timestamptz, text),
  payment_paid(uuid, uuid, timestamptz, jsonb),
  payment_failed(uuid, uuid, timestamptz, text, boolean, text[]),
  payment_review(uuid, uuid, timestamptz, text, jsonb),
  late_success_begin(uuid, uuid), tell_late_success(uuid, uuid)
to mohlat_worker;
