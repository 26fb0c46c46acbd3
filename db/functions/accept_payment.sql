-- accept_payment: accepts a quote in one round trip. Checks the session, the idempotency key, the quote and the
-- limit; writes payment, reservation, key facts, journal and job; stores the answer under the key.
--
-- outcome: 'accepted', or an error code of the contract. facts: payment_facts for 'accepted', else null.
-- A business refusal is stored under the key and replayed; 'not_found' and 'session_ended' are not.
-- Rule: LEND-14, LEND-P3, LEND-18, LEND-C1, LEND-C2, LEND-C3. Locks: the user's credit account,
-- waited for as long as the connection's lock_timeout says.
create or replace function accept_payment(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_quote_id uuid, p_bill_on date, p_bill_due_on date, p_from inet,
  out outcome text, out replayed boolean, out facts jsonb
)
language plpgsql as $$
declare
  v_route constant text := 'POST /payments';
  v_seen idempotency_keys%rowtype;
  v_credit credit_accounts%rowtype;
  v_quote quotes%rowtype;
  v_payment_id uuid;
begin
  replayed := false;
  perform set_config('app.user_id', p_user_id::text, true);
  outcome := auth.session_state(p_user_id, p_session_id, p_now);
  if outcome <> 'live' then return; end if;

  insert into idempotency_keys (user_id, route, key, request_hash, state, created_at)
  values (p_user_id, v_route, p_key, p_request_hash, 'running', p_now)
  on conflict do nothing;
  if not found then
    select * into v_seen from idempotency_keys k where k.user_id = p_user_id and k.route = v_route and k.key = p_key;
    if v_seen.request_hash <> p_request_hash then outcome := 'idempotency_key_reused'; return; end if;
    if v_seen.state <> 'done' then outcome := 'idempotency_in_progress'; return; end if;
    outcome := v_seen.outcome; facts := v_seen.facts; replayed := true;
    return;
  end if;

  select * into v_credit from credit_accounts c where c.user_id = p_user_id for update;
  select * into v_quote from quotes q where q.user_id = p_user_id and q.id = p_quote_id;
  if v_quote.id is null then
    delete from idempotency_keys k where k.user_id = p_user_id and k.route = v_route and k.key = p_key;
    outcome := 'not_found';
    return;
  end if;

  outcome := case
    when auth.is_guarded(p_user_id) then 'account_guarded'
    -- What is written down may be a minute old: a stale report is looked at itself.
    when not coalesce(
        v_credit.state = 'active' or v_credit.state = 'suspended' and v_credit.state_reason = 'report_stale', false
      ) then 'credit_not_active'
    when v_credit.report_on < ist_date(p_now) - 90 then 'credit_report_stale'
    when is_consent_withdrawn(p_user_id, lending_purposes()) then 'consent_withdrawn'
    when v_quote.payment_id is not null then 'quote_used'
    when v_quote.expires_at <= p_now then 'quote_expired'
    when not exists (
      select 1 from cards c where c.user_id = p_user_id and c.id = v_quote.card_id and c.removed_at is null
    ) then 'card_removed'
    when v_quote.amount_paise > v_credit.limit_paise - v_credit.used_paise - v_credit.reserved_paise then 'amount_exceeds_limit'
    else 'accepted'
  end;

  if outcome = 'accepted' then
    insert into payments (
      user_id, quote_id, card_id, bill_fetch_id, settings_version, amount_paise, service_fee_paise, gst_paise,
      interest_paise, total_paise, apr_bps, annual_rate_bps, plan_kind, instalment_count, schedule, bill_on,
      bill_due_on, bill_status, accepted_at, next_enquiry_at, supplier_state, supply_state
    ) values (
      p_user_id, v_quote.id, v_quote.card_id, v_quote.bill_fetch_id, v_quote.settings_version, v_quote.amount_paise,
      v_quote.service_fee_paise, v_quote.gst_paise, v_quote.interest_paise, v_quote.total_paise, v_quote.apr_bps,
      v_quote.annual_rate_bps, v_quote.plan_kind, v_quote.instalment_count, v_quote.schedule, p_bill_on,
      p_bill_due_on, 'accepted', p_now, p_now + interval '15 seconds', v_quote.supplier_state, v_quote.supply_state
    ) returning id into v_payment_id;

    update quotes set payment_id = v_payment_id where user_id = p_user_id and id = v_quote.id;
    update credit_accounts set reserved_paise = reserved_paise + v_quote.amount_paise, updated_at = p_now
    where user_id = p_user_id;
    insert into reservations (user_id, payment_id, amount_paise, state)
    values (p_user_id, v_payment_id, v_quote.amount_paise, 'held');
    insert into key_facts (user_id, payment_id, version, hash, content, accepted_at, accepted_from, session_id)
    values (p_user_id, v_payment_id, v_quote.key_facts ->> 'version', v_quote.key_facts_hash, v_quote.key_facts, p_now,
            p_from, p_session_id);
    insert into bill_status_log (user_id, payment_id, seq, from_status, to_status, event, at)
    values (p_user_id, v_payment_id, 1, 'none', 'accepted', 'accepted', p_now);
    -- Rule: LEND-16 journal 1.
    perform ledger_post(p_user_id, 'reserve', v_payment_id, v_payment_id, ist_date(p_now), p_now, jsonb_build_array(
      jsonb_build_object('account', 'M900', 'amountPaise', v_quote.amount_paise, 'loanId', v_payment_id),
      jsonb_build_object('account', 'M901', 'amountPaise', -v_quote.amount_paise, 'loanId', v_payment_id)));
    perform enqueue_job('payments.submit', json_build_object('userId', p_user_id, 'paymentId', v_payment_id), p_priority => -10);
    facts := payment_facts(p_user_id, v_payment_id);
  end if;

  update idempotency_keys k set state = 'done', outcome = accept_payment.outcome, facts = accept_payment.facts
  where k.user_id = p_user_id and k.route = v_route and k.key = p_key;
end $$;
grant execute on function accept_payment(uuid, uuid, timestamptz, text, bytea, uuid, date, date, inet) to mohlat_api;
