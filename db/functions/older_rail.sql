-- For processes of the version before (decision 080), one release long: they compare lists and book settlement files by these, which decide
-- as that version did. A test compares both.
-- rail_taken: the successes whose money no paid bill accounts for, as the version before decided it.
create or replace function rail_taken(p_read_id uuid, p_now timestamptz) returns table (
  user_id uuid, payment_id uuid, reference text, verdict text, amount_paise bigint, bill_paise bigint, promised_paise bigint
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select f.user_id, f.payment_id, f.rail_reference, f.verdict, f.amount_paise, p.amount_paise,
    case when f.payment_id is null then 0 else rail_owes_paise(f.user_id, f.payment_id) end
  from rail_rows f left join payments p on p.user_id = f.user_id and p.id = f.payment_id
  where f.read_id = p_read_id and f.matched_at = p_now and f.status = 'success'
    and (f.verdict in ('not_ours', 'duplicate') or f.verdict = 'amount' and f.matched_as = 'paid'
      or f.verdict = 'late_success' and not exists (
        select 1 from journals j where j.user_id = f.user_id and j.source_kind = 'rail_orphan' and j.source_id = f.payment_id))
  order by f.user_id, f.id;
end $$;

-- rail_open: every difference of a reading is opened, as the version before decided it.
create or replace function rail_open(p_read_id uuid, p_now timestamptz)
returns table (work text, user_id uuid, payment_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_one record;
begin
  -- One at a time: a node of a cluster knows no queue, and opens nothing in another one's name (decision 121).
  for v_one in
    select j.user_id, j.source_id from rail_rows f
    join journals j on j.user_id = f.user_id and j.source_kind = 'rail_orphan' and j.source_id = f.payment_id and j.posted_at = p_now
    where f.read_id = p_read_id and f.matched_at = p_now and f.verdict = 'late_success'
    order by 1, 2
  loop
    perform tell_late_success(v_one.user_id, v_one.source_id);
  end loop;

  for v_one in
    select f.*, p.amount_paise as bill_paise
    from rail_rows f left join payments p on p.user_id = f.user_id and p.id = f.payment_id
    where f.read_id = p_read_id and f.matched_at = p_now and f.verdict is not null
      -- A moment ago it was only sent: that is no difference yet.
      and (f.verdict not in ('ok_unknown', 'fail_unknown') or p.accepted_at < p_now - interval '10 minutes')
      -- Cleared once, the same success of a failed payment is not news.
      and (f.verdict <> 'late_success' or not exists (
        select 1 from reconciliation_breaks b
        where b.user_id = f.user_id and b.payment_id = f.payment_id and b.kind = 'late_success'))
    order by f.user_id, f.id
  loop
    perform break_open(v_one.user_id, v_one.verdict, 'billpay', case v_one.verdict when 'not_ours' then 'finance' else 'operations' end,
      v_one.rail_reference, v_one.business_on, v_one.payment_id, null, v_one.bill_paise, v_one.amount_paise,
      jsonb_build_object('railStatus', v_one.status, 'rowId', v_one.id), p_now);
  end loop;
  update payments p set needs_review = true, review_reason = f.verdict from rail_rows f
  where f.read_id = p_read_id and f.matched_at = p_now and p.user_id = f.user_id and p.id = f.payment_id and exists (
    select 1 from reconciliation_breaks b
    where b.user_id = p.user_id and b.payment_id = p.id and b.kind = f.verdict and b.resolved_at is null
      and b.kind in ('late_success', 'amount', 'duplicate', 'contradiction', 'adjusted', 'returned'));

  return query
    select distinct 'enquire', f.user_id, f.payment_id from rail_rows f
    where f.read_id = p_read_id and f.matched_at = p_now and f.verdict in ('ok_unknown', 'fail_unknown', 'adjusted')
      and f.matched_as <> 'paid';
  for v_one in
    select f.* from rail_rows f where f.read_id = p_read_id and f.matched_at = p_now and f.verdict = 'returned' order by f.user_id, f.id
  loop
    if loan_freeze(v_one.user_id, v_one.payment_id, 'refund_' || v_one.refund_status, v_one.id, p_now) then
      work := 'frozen';
      user_id := v_one.user_id;
      payment_id := v_one.payment_id;
      return next;
    end if;
  end loop;
end $$;

-- rail_close_day: what only a closed day's complete list shows, as the version before decided it.
create or replace function rail_close_day(p_day date, p_now timestamptz) returns integer language plpgsql as $$
declare
  v_sent record;
  v_owed record;
  v_count integer := 0;
begin
  for v_sent in
    select a.user_id, a.payment_id, a.our_reference, p.bill_status, p.amount_paise,
      (select coalesce(sum(x.amount_paise), 0)::bigint from postings x
       where x.user_id = p.user_id and x.loan_id = p.id and x.account = account_code('BILL_IN_TRANSIT')) as moving,
      exists (select 1 from journals j where j.user_id = p.user_id and j.source_kind = 'loan_booked' and j.source_id = p.id
        and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id)) as is_booked,
      exists (select 1 from rail_rows r where r.user_id = p.user_id and r.payment_id = p.id) as is_listed
    from payment_attempts a join payments p on p.user_id = a.user_id and p.id = a.payment_id
    -- A payment that was sent a second time may stand in the next day's list.
    where a.started_at >= (p_day - 1)::timestamp at time zone 'Asia/Kolkata' and a.started_at < (p_day + 1)::timestamp at time zone 'Asia/Kolkata'
      and ist_date(a.started_at) + least(a.resent_count, 1) = p_day
    order by a.user_id, a.payment_id
  loop
    if v_sent.bill_status = 'paid' and not v_sent.is_listed and not break_is_open(v_sent.user_id, v_sent.payment_id, 'missing') then
      v_count := v_count + (break_open(v_sent.user_id, 'missing', 'billpay', 'operations', v_sent.our_reference, p_day, v_sent.payment_id,
        null, v_sent.amount_paise, 0, '{}', p_now) is not null)::integer;
    end if;
    if (v_sent.moving <> case when v_sent.bill_status in ('submitted', 'unknown') then v_sent.amount_paise else 0 end
        or (v_sent.bill_status = 'paid') <> v_sent.is_booked)
      and not break_is_open(v_sent.user_id, v_sent.payment_id, 'ledger_gap')
    then
      v_count := v_count + (break_open(v_sent.user_id, 'ledger_gap', 'billpay', 'engineering', v_sent.our_reference, p_day,
        v_sent.payment_id, null, v_sent.moving, v_sent.amount_paise, '{}', p_now) is not null)::integer;
    end if;
  end loop;
  for v_owed in
    select x.user_id, x.loan_id, sum(x.amount_paise)::bigint as owed
    from postings x join journals j on j.user_id = x.user_id and j.id = x.journal_id
    where x.account = account_code('RAIL_OWES') and x.loan_id is not null
    group by x.user_id, x.loan_id having sum(x.amount_paise) > 0 and min(j.posted_at) < p_now - interval '5 days'
    order by 1, 2
  loop
    if not break_is_open(v_owed.user_id, v_owed.loan_id, 'refund_due') then
      v_count := v_count + (break_open(v_owed.user_id, 'refund_due', 'billpay', 'finance', v_owed.loan_id::text, p_day, v_owed.loan_id,
        null, v_owed.owed, 0, '{}', p_now) is not null)::integer;
    end if;
  end loop;
  return v_count;
end $$;

-- collections_claim: such a process knows one figure of a registration, and this is it.
create or replace function collections_claim(p_now timestamptz, p_limit integer) returns table (
  id uuid, settled_on date, kind text, amount_paise bigint, fee_paise bigint, credit_paise bigint, debit_paise bigint,
  is_repeated boolean, owner_id uuid, subject_id uuid, owner_paise bigint, sign integer, loan_id uuid, is_mandate boolean,
  is_registration boolean
) language plpgsql as $$
#variable_conflict use_column
begin
  return query select c.id, c.settled_on, c.kind, c.amount_paise, c.fee_paise, c.credit_paise, c.debit_paise, c.is_repeated, c.owner_id,
    c.subject_id, c.owner_paise, c.sign, c.loan_id, c.is_mandate, c.is_registration
  from collections_claim(p_now, p_limit, '{"upi": 100, "enach": 0}') c;
end $$;

-- collections_settle: such a process does not say which kind of difference a row is.
create or replace function collections_settle(
  p_now timestamptz, p_ids uuid[], p_states text[], p_owner_ids uuid[], p_subject_ids uuid[]
) returns void language plpgsql as $$
begin
  perform collections_settle(p_now, p_ids, p_states, p_owner_ids, p_subject_ids, array(
    select case when exists (select 1 from settlement_rows o where o.provider = s.provider and o.kind = s.kind
      and o.entity_ref = s.entity_ref and o.id <> s.id) then 'duplicate' else 'amount' end
    from unnest(p_ids) with ordinality as x(id, place) join settlement_rows s on s.id = x.id order by x.place));
end $$;
grant execute on function collections_claim(timestamptz, integer),
  collections_settle(timestamptz, uuid[], text[], uuid[], uuid[]) to mohlat_worker;

-- break_resolve: such a process does not say what follows when a difference is cleared.
create or replace function break_resolve(
  p_user_id uuid, p_id uuid, p_resolution text, p_journal_id uuid, p_resolved_by uuid, p_note text, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  v_kind text := (select b.kind from reconciliation_breaks b where b.user_id = p_user_id and b.id = p_id);
begin
  return (
    select c.is_done from break_clear(p_user_id, p_id, p_resolution, p_journal_id, p_resolved_by, p_note, p_now,
      v_kind = 'returned' and p_resolution = 'agreed', v_kind = 'unmatched_row' and p_resolved_by is not null) c);
end $$;
grant execute on function break_resolve(uuid, uuid, text, uuid, uuid, text, timestamptz) to mohlat_worker;

-- find_unsettled: repayments that a file should have settled by now, as the version before decided it. Answers how many it opened.
create or replace function find_unsettled(p_before timestamptz, p_now timestamptz, p_limit integer) returns integer
language plpgsql as $$
declare
  v_late record;
  v_count integer := 0;
begin
  for v_late in
    select r.user_id, r.id, r.provider_payment_ref, r.amount_paise, r.value_on from repayments r
    where r.settled_on is null and r.provider_payment_ref is not null and r.channel <> 'identified' and r.received_at < p_before
      and not exists (select 1 from reconciliation_breaks b
        where b.user_id = r.user_id and b.repayment_id = r.id and b.kind = 'missing')
    order by r.received_at limit p_limit
  loop
    if break_open(v_late.user_id, 'missing', 'razorpay', 'finance', v_late.provider_payment_ref, v_late.value_on, null, v_late.id,
      v_late.amount_paise, null, '{}', p_now) is not null then v_count := v_count + 1; end if;
  end loop;
  return v_count;
end $$;
grant execute on function find_unsettled(timestamptz, timestamptz, integer) to mohlat_worker;
grant execute on function rail_taken(uuid, timestamptz), rail_open(uuid, timestamptz), rail_close_day(date, timestamptz) to mohlat_worker;
