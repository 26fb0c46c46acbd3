-- Whether one more payment would take more than is due on a bill that the person asked the bank for.
-- A bill is known by card and number. Some banks use one number for every month, so the due dates must lie near each other;
-- without a number the due date alone says it. Where a due date is missing, bills fetched within twenty days are one. A card that was removed and added again is the same card,
-- and so is another number with the same ending at the same biller: the network asks for no more of it.
-- All payments that may reach the bank count against the most that was ever due on the bill. The fetch of
-- the quote may know of payments elsewhere: what it cannot have seen of ours counts against what it says is due.
-- The first payment of a bill is refused nothing here: what the bank takes is for the quote to say (PAY-02).
-- Rule: PAY-20. Locks: none; the caller holds the credit account, so no two acceptances of a person look at once.
create or replace function is_bill_overpaid(p_user_id uuid, p_bill_fetch_id uuid, p_amount_paise bigint) returns boolean
language plpgsql stable as $$
begin
  return (
    with bill as (
      select f.*, c.fingerprint, c.last4 from bill_fetches f join cards c on c.user_id = f.user_id and c.id = f.card_id
      where f.user_id = p_user_id and f.id = p_bill_fetch_id
    ), same as (
      select f.id, f.amount_due_paise, f.is_asked_for
      from bill b
      join cards c on c.user_id = p_user_id and (c.fingerprint = b.fingerprint or c.last4 = b.last4)
      join bill_fetches f on f.user_id = p_user_id and f.card_id = c.id
        and (c.fingerprint = b.fingerprint or f.biller_id = b.biller_id)
      cross join lateral (values (coalesce(abs(f.due_on - b.due_on) < 20,
        abs(extract(epoch from f.fetched_at - b.fetched_at)) < 20 * 86400))) as near(is_near)
      where f.id = b.id
        or f.bill_number = b.bill_number and is_near
        or (f.bill_number is null or b.bill_number is null)
          and coalesce(f.due_on = b.due_on, is_near and f.amount_due_paise = b.amount_due_paise)
    ), taken as (
      select sum(p.amount_paise) as all_paise,
        sum(p.amount_paise) filter (where p.bill_status <> 'paid' or p.paid_at >= b.fetched_at) as unseen_paise
      from bill b
      join payments p on p.user_id = p_user_id and p.bill_fetch_id in (select id from same)
        and p.bill_status in ('accepted', 'submitted', 'unknown', 'paid')
    )
    -- Without an earlier payment both sums are null, and the bill is not overpaid.
    select coalesce(
      (select bool_or(is_asked_for) from same)
      and (t.all_paise + p_amount_paise > (select max(amount_due_paise) from same)
        or t.unseen_paise + p_amount_paise > b.amount_due_paise),
      false)
    from bill b, taken t);
end $$;
grant execute on function is_bill_overpaid(uuid, uuid, bigint) to mohlat_api;

-- name_person: whose rows this transaction works on. A statement, and not set_config: a cluster passes a SET LOCAL on to the node with
-- the person's rows, a function's call never.
create or replace function name_person(p_user_id uuid) returns void language plpgsql as $$
begin
  execute format('set local app.user_id = %L', p_user_id);
end $$;
grant execute on function name_person(uuid) to mohlat_api, mohlat_worker;

-- look_before: what an acceptance looks at where its person's rows are not. Nothing on one PostgreSQL, where accept_quote looks itself; the
-- layout of a cluster has its own (db/citus/accept.ts). p_now: the machine's time, for the session.
create or replace function look_before(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns text[]
language sql immutable parallel safe as $$ select null::text[] $$;
grant execute on function look_before(uuid, uuid, timestamptz) to mohlat_api;

-- accept_quote: accepts a quote in one round trip. Checks the session, the idempotency key, the quote and the
-- limit; writes payment, reservation, key facts, journal and job; stores the answer under the key.
--
-- outcome: 'accepted', or an error code of the contract. facts: those of the payment for 'accepted', else null. has_job: whether the job
-- that sends it stands; where it does not, the caller asks for it.
-- p_looked: the answer of look_before, asked in the same statement.
-- p_machine_now: the session and a block are judged by the machine's time, all else by that of the product (decision 074).
-- A business refusal is stored under the key and replayed; 'not_found', 'session_ended' and 'payments_paused' are not.
-- The lock of the credit account comes first: it lets one acceptance of a person in at a time, so what is known of the key is true
-- until the end, and the key is written once, with its answer.
-- Rule: LEND-14, LEND-P3, LEND-18, LEND-C1, LEND-C2, LEND-C3, PAY-20, PAY-23. Locks: the user's credit
-- account, waited for as long as the connection's lock_timeout says.
create or replace function accept_quote(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_quote_id uuid, p_bill_on date, p_bill_due_on date, p_from inet, p_looked text[],
  p_machine_now timestamptz,
  out outcome text, out replayed boolean, out facts jsonb, out has_job boolean
)
language plpgsql as $$
declare
  v_route constant text := 'POST /payments';
  v_seen idempotency_keys%rowtype;
  v_credit credit_accounts%rowtype;
  v_quote quotes%rowtype;
  v_payment_id uuid;
begin
  replayed := false; has_job := true;
  -- By a query: of a function that is the whole statement a cluster passes no SET LOCAL on (decision 121).
  perform name_person(p_user_id) from (values (1)) as once;
  -- A caller without a lock_timeout of its own waits no longer than people do.
  if current_setting('lock_timeout') = '0' then perform set_config('lock_timeout', '3s', true); end if;
  outcome := auth.session_state(p_user_id, p_session_id, p_machine_now);
  if outcome <> 'live' then return; end if;

  select * into v_credit from credit_accounts c where c.user_id = p_user_id for update;
  select * into v_seen from idempotency_keys k where k.user_id = p_user_id and k.route = v_route and k.key = p_key;
  if found then
    if v_seen.request_hash <> p_request_hash then outcome := 'idempotency_key_reused'; return; end if;
    if v_seen.state <> 'done' then outcome := 'idempotency_in_progress'; return; end if;
    outcome := v_seen.outcome; facts := v_seen.facts; replayed := true;
    return;
  end if;
  select * into v_quote from quotes q where q.user_id = p_user_id and q.id = p_quote_id;
  if v_quote.id is null then outcome := 'not_found'; return; end if;

  outcome := case
    when auth.is_guarded(p_user_id) then 'account_guarded'
    -- The written state may be a minute old: a stale report is looked at itself.
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
    when v_quote.bill_fetch_id is not null and is_bill_overpaid(p_user_id, v_quote.bill_fetch_id, v_quote.amount_paise)
      then 'bill_already_paid'
    when exists (select 1 from float_state where is_short) then 'payments_paused'
    when exists (select 1 from capability_pauses where capability = 'bill_payments' and ended_at is null) then 'payments_paused'
    else 'accepted'
  end;

  -- It ends by itself, so the same call may work later (LEND-C3).
  if outcome = 'payments_paused' then return; end if;
  if outcome <> 'accepted' then
    -- Somebody who never had a credit account has no lock: of two calls at once the first to write keeps its answer.
    insert into idempotency_keys (user_id, route, key, request_hash, state, outcome, created_at)
    values (p_user_id, v_route, p_key, p_request_hash, 'done', accept_quote.outcome, p_now)
    on conflict do nothing;
    return;
  end if;

  v_payment_id := new_id();
  -- One statement: each of its own would cost its beginning and its end.
  with payment as (
    insert into payments (
      user_id, id, quote_id, card_id, bill_fetch_id, settings_version, amount_paise, service_fee_paise, gst_paise,
      interest_paise, total_paise, apr_bps, annual_rate_bps, plan_kind, instalment_count, schedule, bill_on,
      bill_due_on, bill_status, accepted_at, next_enquiry_at, supplier_state, supply_state
    ) values (
      p_user_id, v_payment_id, v_quote.id, v_quote.card_id, v_quote.bill_fetch_id, v_quote.settings_version, v_quote.amount_paise,
      v_quote.service_fee_paise, v_quote.gst_paise, v_quote.interest_paise, v_quote.total_paise, v_quote.apr_bps,
      v_quote.annual_rate_bps, v_quote.plan_kind, v_quote.instalment_count, v_quote.schedule, p_bill_on,
      p_bill_due_on, 'accepted', p_now, p_now + interval '15 seconds', v_quote.supplier_state, v_quote.supply_state
    ) returning payments.*
  ), used as (
    update quotes set payment_id = v_payment_id where user_id = p_user_id and id = v_quote.id
  ), credit as (
    update credit_accounts set reserved_paise = reserved_paise + v_quote.amount_paise, updated_at = p_now
    where user_id = p_user_id
  ), reservation as (
    insert into reservations (user_id, payment_id, amount_paise, state)
    values (p_user_id, v_payment_id, v_quote.amount_paise, 'held')
  ), told as (
    insert into key_facts (user_id, payment_id, version, hash, content, accepted_at, accepted_from, session_id)
    values (p_user_id, v_payment_id, v_quote.key_facts ->> 'version', v_quote.key_facts_hash, v_quote.key_facts, p_now,
            p_from, p_session_id)
  ), logged as (
    insert into bill_status_log (user_id, payment_id, seq, from_status, to_status, event, at)
    values (p_user_id, v_payment_id, 1, 'none', 'accepted', 'accepted', p_now)
  )
  insert into idempotency_keys (user_id, route, key, request_hash, state, outcome, facts, created_at)
  select p_user_id, v_route, p_key, p_request_hash, 'done', 'accepted', accepted_facts(row(payment.*)::payments, row(c.*)::cards), p_now
  from payment join cards c on c.user_id = p_user_id and c.id = v_quote.card_id
  returning idempotency_keys.facts into facts;
  -- Rule: LEND-16 journal 1.
  perform ledger_transfer('bill_held', p_user_id, v_payment_id, v_payment_id, ist_date(p_now), v_quote.amount_paise, p_now);
  perform enqueue_submit(p_user_id, v_payment_id);
end $$;
grant execute on function accept_quote(uuid, uuid, timestamptz, text, bytea, uuid, date, date, inet, text[], timestamptz) to mohlat_api;
