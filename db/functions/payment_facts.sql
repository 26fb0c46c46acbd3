-- payment_row_facts: what the row of a payment, its card and its settings say of it. It looks nothing up, so that a caller's plan
-- takes it in.
drop function if exists payment_row_facts(payments, cards);
create or replace function payment_row_facts(p payments, c cards, s settings) returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'id', p.id,
    'cardId', p.card_id,
    'last4', c.last4,
    'bankName', c.bank_name,
    'amountPaise', p.amount_paise,
    'serviceFeePaise', p.service_fee_paise,
    'gstPaise', p.gst_paise,
    'supplierState', p.supplier_state,
    'supplyState', p.supply_state,
    'interestPaise', p.interest_paise,
    'totalPaise', p.total_paise,
    'aprBps', p.apr_bps,
    'annualRateBps', p.annual_rate_bps,
    'planKind', p.plan_kind,
    'instalmentCount', p.instalment_count,
    'plannedSchedule', p.schedule,
    'billOn', p.bill_on,
    'billDueOn', p.bill_due_on,
    'billStatus', p.bill_status,
    'failureReason', p.failure_reason,
    'needsReview', p.needs_review,
    'acceptedAt', p.accepted_at,
    'paidAt', p.paid_at,
    'railReference', p.rail_reference,
    'coolingOffDays', (s.content ->> 'coolingOffDays')::integer,
    'cashback', jsonb_build_object(
      'cashbackBps', s.content -> 'rewards' -> 'cashbackBps', 'monthlyMaxPaise', s.content -> 'rewards' -> 'monthlyCapPaise')
  )
$$;
grant execute on function payment_row_facts(payments, cards, settings) to mohlat_api, mohlat_worker;

-- accepted_facts: the facts of a payment in the moment of its acceptance, when nothing else can be known of it: what payment_facts
-- would answer, without its twelve look-ups. A test compares both.
create or replace function accepted_facts(p payments, c cards) returns jsonb
language plpgsql stable as $$
begin
  return (
    select payment_row_facts(p, c, row(s.*)::settings) || jsonb_build_object(
      'ourReference', null, 'loanStatus', null, 'closedOn', null, 'exitChargePaise', null, 'disbursedOn', null, 'bookedOn', null, 'days', null, 'refundDuePaise', 0, 'excess', null,
      'instalments', null, 'partPrepayments', null, 'charges', null, 'waived', null, 'lateSuccessOn', null, 'freezes', null,
      'agreement', null,
      'billDuePaise', (select f.amount_due_paise from bill_fetches f where f.user_id = p.user_id and f.id = p.bill_fetch_id),
      'log', jsonb_build_array(jsonb_build_object('at', p.accepted_at, 'event', 'accepted')))
    from settings s where s.version = p.settings_version);
end $$;
grant execute on function accepted_facts(payments, cards) to mohlat_api;

-- exit_charge_paise: the cost of the days used of a cancelled loan; null of any other. Rule: LEND-8
create or replace function exit_charge_paise(p_user_id uuid, p_loan_id uuid, p_status text) returns bigint
language plpgsql stable as $$
begin
  return (
    select case when p_status = 'exited' then (
      select coalesce(sum(a.amount_paise), 0)::bigint from allocations a
      where a.user_id = p_user_id and a.loan_id = p_loan_id and a.is_active and a.number is null and a.component = 'interest'
    ) end);
end $$;

grant execute on function exit_charge_paise(uuid, uuid, text) to mohlat_api, mohlat_worker, mohlat_staff;

-- payments_facts: everything the outside contract says of payments of a person, in one value each. Used by the accepting function
-- and by every read, so that a first answer, its replay and a later look have one source. Asked for one by one, each payment begins
-- its dozen look-ups again: a list asks for all at once.
create or replace function payments_facts(p_user_id uuid, p_payment_ids uuid[]) returns table (payment_id uuid, facts jsonb)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select p.id, payment_row_facts(row(p.*)::payments, row(c.*)::cards, row(s.*)::settings) || jsonb_build_object(
    'ourReference', (
      select a.our_reference from payment_attempts a
      where a.user_id = p.user_id and a.payment_id = p.id order by a.started_at desc limit 1
    ),
    'loanStatus', l.status,
    -- Of the bill that the bank told: a payment may be less than it, or more.
    'billDuePaise', (select f.amount_due_paise from bill_fetches f where f.user_id = p.user_id and f.id = p.bill_fetch_id),
    'closedOn', l.closed_on,
    'exitChargePaise', exit_charge_paise(l.user_id, l.id, l.status),
    'disbursedOn', l.disbursed_on,
    'bookedOn', coalesce(l.booked_on, l.disbursed_on),
    'days', (
      select jsonb_build_object('closedThroughOn', d.closed_through_on, 'nextOn', d.next_on) from loan_days d
      where d.user_id = p.user_id and d.loan_id = p.id and d.is_open
    ),
    -- Repayments that hold more than they were needed for: what of it is due packages/lending says (`excessDue`).
    'excess', case when l.id is null then null else (
      select jsonb_agg(jsonb_build_object('channel', r.channel, 'excessPaise', e.paise, 'refundedPaise', (
        select coalesce(sum(f.amount_paise), 0) from refunds f
        where f.user_id = p.user_id and f.repayment_id = e.repayment_id and f.status = 'processed'
      )) order by e.repayment_id)
      from (
        select a.repayment_id, sum(a.amount_paise) as paise from allocations a
        where a.user_id = p.user_id and a.loan_id = p.id and a.is_active and a.component = 'excess' group by 1
      ) e
      join repayments r on r.user_id = p.user_id and r.id = e.repayment_id
    ) end,
    -- For processes of the version before, one release long (080), which do not tell rewards from money.
    'refundDuePaise', case when l.id is null then 0 else (
      select coalesce(sum(a.amount_paise), 0) from allocations a
      where a.user_id = p.user_id and a.loan_id = p.id and a.is_active and a.component = 'excess'
    ) - (
      select coalesce(sum(f.amount_paise), 0) from refunds f
      where f.user_id = p.user_id and f.loan_id = p.id and f.status = 'processed'
    ) end,
    'instalments', case when l.id is null then null else (
      select jsonb_agg(jsonb_build_object(
        'number', i.number, 'startOn', i.start_on, 'dueOn', i.due_on, 'principalPaise', i.principal_paise, 'feePaise', i.fee_paise,
        'interestPaise', i.interest_paise, 'isDemanded', i.is_demanded,
        'paidPrincipalPaise', i.paid_principal_paise, 'paidFeePaise', i.paid_fee_paise,
        'paidInterestPaise', i.paid_interest_paise
      ) order by i.number)
      from instalments i where i.user_id = p.user_id and i.loan_id = p.id and i.is_active
    ) end,
    -- Rule: LEND-9 (PART_PREPAY). What made the coming instalments smaller.
    'partPrepayments', case when l.schedule_version > 1 then (
      select jsonb_agg(jsonb_build_object(
        'repaymentId', r.id, 'on', r.value_on, 'principalPaise', a.principal, 'interestPaise', a.interest,
        'fromNumber', fresh.number, 'instalmentBeforePaise', old.amount, 'instalmentAfterPaise', fresh.amount
      ) order by r.received_at, r.id)
      from repayments r
      cross join lateral (
        select i.number, i.principal_paise + i.fee_paise + i.interest_paise as amount from instalments i
        where i.user_id = r.user_id and i.loan_id = r.loan_id and i.written_by = r.id and (i.is_active or i.released_by is not null)
        order by i.version desc, i.number limit 1
      ) fresh
      cross join lateral (
        select i.principal_paise + i.fee_paise + i.interest_paise as amount from instalments i
        where i.user_id = r.user_id and i.loan_id = r.loan_id and i.released_by = r.id order by i.number limit 1
      ) old
      cross join lateral (
        select coalesce(sum(x.amount_paise) filter (where x.component = 'principal'), 0) as principal,
          coalesce(sum(x.amount_paise) filter (where x.component = 'interest'), 0) as interest
        from allocations x
        where x.user_id = r.user_id and x.repayment_id = r.id and x.is_active and x.number is null
      ) a
      where r.user_id = p.user_id and r.loan_id = p.id and r.intent = 'part_prepay' and r.status = 'succeeded'
    ) end,
    'charges', case when l.id is null then null else (
      select jsonb_agg(jsonb_build_object(
        'id', g.id, 'kind', g.kind, 'number', g.number, 'leviedOn', g.levied_on, 'overdueOn', g.overdue_on, 'amountPaise', g.amount_paise,
        'paidPaise', g.paid_paise, 'waivedPaise', g.waived_paise
      ) order by g.levied_on, g.id)
      from charges g where g.user_id = p.user_id and g.loan_id = p.id and g.reversed_on is null
    ) end,
    -- Parts of instalments that were let off; what is waived of a charge stands with the charge.
    'waived', case when l.id is null then null else (
      select jsonb_agg(jsonb_build_object(
        'on', w.effective_on, 'number', h.number, 'component', h.component, 'amountPaise', h.amount_paise
      ) order by w.granted_at, h.number, h.id)
      from waiver_shares h join waivers w on w.user_id = h.user_id and w.id = h.waiver_id
      where h.user_id = p.user_id and h.loan_id = p.id and h.is_active and h.number is not null
    ) end,
    -- The day we learned that a failed payment was paid after all; null once its money came back. Rule: LEND-X5.
    'lateSuccessOn', case when p.bill_status = 'failed' then (
      select j.posting_on from journals j
      where j.user_id = p.user_id and j.source_kind = 'rail_orphan' and j.source_id = p.id and not exists (
        select 1 from journals b where b.user_id = p.user_id and b.source_kind = 'rail_orphan_back' and b.loan_id = p.id)
    ) end,
    -- Oldest first: since when and until when nobody is dunned for it. Rule: LEND-X10.
    'freezes', (
      select jsonb_agg(jsonb_build_object('isFrozen', f.is_frozen, 'fromOn', f.from_on) order by f.seq)
      from loan_freezes f where f.user_id = p.user_id and f.loan_id = p.id
    ),
    -- The latest lower sum that was agreed, and what came in since it was: what is left of it packages/lending says. Rule: LEND-24.
    'agreement', (
      select jsonb_build_object(
        'agreedPaise', s.agreed_paise, 'owedPaise', s.owed_paise, 'chargedPaise', s.charged_paise,
        'agreedAt', extract(epoch from s.agreed_at) * 1000, 'payByOn', s.pay_by,
        'receipts', coalesce((
          select jsonb_agg(jsonb_build_object(
            'receivedAt', extract(epoch from r.received_at) * 1000, 'valueOn', r.value_on, 'coveredPaise', coalesce((
              select sum(a.amount_paise) from allocations a
              where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component <> 'excess'), 0)))
          from repayments r where r.user_id = s.user_id and r.loan_id = s.loan_id and r.status = 'succeeded'
            and r.received_at >= s.agreed_at), '[]'))
      from settlements s where s.user_id = p.user_id and s.loan_id = p.id order by s.agreed_at desc limit 1
    ),
    'log', (
      select jsonb_agg(jsonb_build_object('at', g.at, 'event', g.event) order by g.seq)
      from bill_status_log g where g.user_id = p.user_id and g.payment_id = p.id
    )
  )
  from payments p
  join cards c on c.user_id = p.user_id and c.id = p.card_id
  left join settings s on s.version = p.settings_version
  left join loans l on l.user_id = p.user_id and l.id = p.id
  where p.user_id = p_user_id and p.id = any (p_payment_ids);
end $$;
grant execute on function payments_facts(uuid, uuid[]) to mohlat_api, mohlat_worker;

-- payments_page: a page of them, the newest first, in one round trip. Which they are is looked up before their facts: within one statement a
-- cluster would ask for the facts on a node, which cannot ask the others (decision 121).
create or replace function payments_page(p_user_id uuid, p_before timestamptz, p_before_id uuid, p_limit integer)
returns table (facts jsonb, accepted_at timestamptz, id uuid) language plpgsql stable as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_at timestamptz[];
begin
  select array_agg(page.id), array_agg(page.accepted_at) into v_ids, v_at from (
    select p.id, p.accepted_at from payments p
    where p.user_id = p_user_id and (p_before is null or (p.accepted_at, p.id) < (p_before, p_before_id))
    order by p.accepted_at desc, p.id desc limit p_limit) page;
  return query
  select f.facts, page.at, page.id from unnest(v_ids, v_at) as page (id, at)
  join payments_facts(p_user_id, v_ids) f on f.payment_id = page.id order by page.at desc, page.id desc;
end $$;
grant execute on function payments_page(uuid, timestamptz, uuid, integer) to mohlat_api, mohlat_worker;

-- payment_facts: the same of one payment; null where it is not this person's.
create or replace function payment_facts(p_user_id uuid, p_payment_id uuid) returns jsonb
language sql stable as $$
  select f.facts from payments_facts(p_user_id, array[p_payment_id]) f
$$;
grant execute on function payment_facts(uuid, uuid) to mohlat_api, mohlat_worker;
