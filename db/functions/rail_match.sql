-- rail_import: takes up rows of the rail's list for a day, each once. Whose a row is follows from our reference; one that
-- names none of ours is the house's. p_rows: [{ourReference, railReference, providerTxn, status, refundStatus, amountPaise,
-- occurredAt}]. They count when the reading they belong to was complete (rail_compare). Rule: LEND-21, LEND-C4.
create or replace function rail_import(p_day date, p_read_id uuid, p_rows jsonb, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_references text[] := array(select distinct x ->> 'ourReference' from jsonb_array_elements(p_rows) as x);
  v_owners jsonb;
  v_last jsonb;
begin
  -- Looked up beforehand, for all rows at once: whose a row is says on which node of a cluster it is looked for (decision 121).
  select coalesce(jsonb_agg(jsonb_build_object('our_reference', a.our_reference, 'user_id', a.user_id, 'payment_id', a.payment_id)), '[]')
    into v_owners
  from payment_attempts a where a.our_reference = any (v_references);
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'user_id', l.user_id, 'our_reference', l.our_reference,
      'rail_reference', l.rail_reference, 'provider_txn', l.provider_txn, 'status', l.status, 'refund_status', l.refund_status,
      'amount_paise', l.amount_paise, 'occurred_at', l.occurred_at, 'row_hash', l.row_hash)), '[]')
    into v_last
  from (
    select distinct on (r.user_id, r.our_reference, r.rail_reference) r.* from rail_rows r where r.our_reference = any (v_references)
    order by r.user_id, r.our_reference, r.rail_reference, r.id desc) l;

  insert into rail_rows as r (user_id, rail, business_on, our_reference, rail_reference, provider_txn, status, refund_status,
    amount_paise, occurred_at, row_hash, payment_id, read_id, first_seen_at)
  -- Pages that overlap say a row twice.
  select distinct coalesce(a.user_id, house_id()), 'billpay', p_day, x."ourReference", x."railReference", x."providerTxn", x.status,
    x."refundStatus", x."amountPaise", x."occurredAt",
    -- The same word again is the same row; said after another one it is news.
    case when last.is_same then last.row_hash else sha256(convert_to(jsonb_build_array(x."ourReference", x."railReference",
      x."providerTxn", x.status, x."refundStatus", x."amountPaise", x."occurredAt", last.id)::text, 'UTF8')) end,
    a.payment_id, p_read_id, p_now
  from jsonb_to_recordset(p_rows) as x ("ourReference" text, "railReference" text, "providerTxn" text, status text,
    "refundStatus" text, "amountPaise" bigint, "occurredAt" timestamptz)
  left join (
    select distinct on (o.our_reference) o.* from jsonb_to_recordset(v_owners) as o (our_reference text, user_id uuid, payment_id uuid)
  ) a on a.our_reference = x."ourReference"
  left join lateral (
    select l.id, l.row_hash, (l.provider_txn, l.status, l.refund_status, l.amount_paise, l.occurred_at)
      is not distinct from (x."providerTxn", x.status, x."refundStatus", x."amountPaise", x."occurredAt") as is_same
    from jsonb_to_recordset(v_last) as l (id uuid, user_id uuid, our_reference text, rail_reference text, provider_txn text,
      status text, refund_status text, amount_paise bigint, occurred_at timestamptz, row_hash bytea)
    where l.our_reference = x."ourReference" and l.rail_reference = x."railReference"
      and l.user_id = coalesce(a.user_id, house_id())) last on true
  on conflict (user_id, rail, row_hash) do update set read_id = excluded.read_id where r.matched_at is null;
end $$;

-- rail_is_other: true of a row about a second execution of a paid bill. Paid is the one whose name the rail gave us; where it
-- never named one, the first its list told of. Rule: LEND-21 (duplicate).
create or replace function rail_is_other(p_user_id uuid, p_payment_id uuid, p_rail_reference text) returns boolean language plpgsql stable as $$
begin
  return (
    select exists (
      select 1 from payment_attempts a
      join rail_rows s on s.user_id = a.user_id and s.payment_id = a.payment_id and s.status = 'success'
        and s.rail_reference <> p_rail_reference
      where a.user_id = p_user_id and a.payment_id = p_payment_id and a.state = 'succeeded'
        and p_rail_reference <> coalesce(a.provider_ref, (
          select o.rail_reference from rail_rows o
          where o.user_id = a.user_id and o.payment_id = a.payment_id and o.status = 'success' order by o.id limit 1))));
end $$;

-- rail_others: second executions of a paid bill that the rail gave back, each with the difference it ends and what stands in the books
-- for that: `secondGivenBack` decides. Rule: LEND-21. Locks: payments, by user.
create or replace function rail_others(p_read_id uuid, p_now timestamptz) returns table (
  user_id uuid, payment_id uuid, row_id uuid, break_id uuid, back_paise bigint, disputed_paise bigint, lost_paise bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  v_one record;
begin
  perform rows_lock('payments', array_agg(f.user_id), array_agg(f.payment_id)) from rail_rows f
  where f.read_id = p_read_id and f.matched_at = p_now and f.payment_id is not null and f.refund_status = 'processed';
  for v_one in
    select f.user_id, f.payment_id, f.id, f.amount_paise, d.id as break_id, d.kind, d.reference
    from rail_rows f join payments p on p.user_id = f.user_id and p.id = f.payment_id
    cross join lateral (
      select b.id, b.kind, b.reference from reconciliation_breaks b
      where b.user_id = f.user_id and b.payment_id = f.payment_id and b.kind = 'duplicate' and b.rail = f.rail
      order by b.reference = f.rail_reference desc, b.opened_at desc limit 1) d
    where f.read_id = p_read_id and f.matched_at = p_now and f.status in ('failure', 'adjusted') and f.refund_status = 'processed'
      and rail_is_other(f.user_id, f.payment_id, f.rail_reference)
      -- A payment that was never executed is no double: its refund has a debit of its own.
      and (f.status = 'adjusted' or exists (
        select 1 from rail_rows y where y.user_id = f.user_id and y.payment_id = f.payment_id
          and y.rail_reference = f.rail_reference and y.status = 'success' and y.matched_at is not null))
      and not exists (
        select 1 from rail_rows x where x.user_id = f.user_id and x.rail_reference = f.rail_reference
          and x.refund_status = 'processed' and x.matched_at is not null and x.id < f.id)
    order by f.user_id, f.payment_id, f.id
  loop
    user_id := v_one.user_id;
    payment_id := v_one.payment_id;
    row_id := v_one.id;
    break_id := v_one.break_id;
    back_paise := v_one.amount_paise;
    disputed_paise := break_standing(v_one.user_id, v_one.break_id);
    lost_paise := (
      select coalesce(sum(x.amount_paise), 0)::bigint
      from journals j join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account = account_code('PAYMENT_LOSS')
      where j.user_id = v_one.user_id and j.source_kind = 'loss'
        and j.source_id in (select break_sources(v_one.user_id, v_one.kind, v_one.reference)));
    return next;
  end loop;
end $$;

-- rail_refunds_heard: what a reading says of the money of failed and returned bills, with what stands in the books for each: the rail's
-- debt, a late success, what was given up. `refundsHeard` decides. Rule: LEND-21. Locks: payments, by user.
create or replace function rail_refunds_heard(p_read_id uuid, p_now timestamptz) returns table (
  user_id uuid, payment_id uuid, row_id uuid, rail_reference text, business_on date, is_back boolean, amount_paise bigint,
  was_back boolean, bill_paise bigint, is_failed boolean, is_by_hand boolean, owed_paise bigint, late_paise bigint, lost_paise bigint
) language plpgsql as $$
#variable_conflict use_column
begin
  perform rows_lock('payments', array_agg(f.user_id), array_agg(f.payment_id)) from rail_rows f
  where f.read_id = p_read_id and f.matched_at = p_now and f.payment_id is not null and f.refund_status is not null and f.verdict is null;
  return query
  select f.user_id, f.payment_id, f.id, f.rail_reference, f.business_on, f.refund_status = 'processed', f.amount_paise,
    exists (select 1 from rail_rows x where x.user_id = f.user_id and x.payment_id = f.payment_id
      and x.refund_status = 'processed' and x.matched_at is not null and x.id < f.id),
    p.amount_paise, p.bill_status = 'failed',
    exists (select 1 from reconciliation_breaks b where b.user_id = f.user_id and b.payment_id = f.payment_id
      and b.kind in ('refund_due', 'late_success') and b.journal_id is not null),
    rail_owes_paise(f.user_id, f.payment_id), late_success_paise(f.user_id, f.payment_id), given_up_paise(f.user_id, f.payment_id)
  from rail_rows f join payments p on p.user_id = f.user_id and p.id = f.payment_id
  where f.read_id = p_read_id and f.matched_at = p_now and f.verdict is null
    and (f.status in ('failure', 'adjusted') or f.status = 'success' and p.bill_status = 'reversed')
    and f.refund_status is not null and p.bill_status in ('failed', 'reversed') and not rail_is_other(f.user_id, f.payment_id, f.rail_reference)
  order by f.user_id, f.payment_id, f.id;
end $$;

-- rail_lock: the loans and payments a reading may change, before anything else of it is written: a reversal by staff comes from
-- the other side. Those of a bill that is paid, as the list says, stay free. A freeze is a fact that the close of a day decides by,
-- so the borrower goes first. Rule: LEND-C5. Locks: credit accounts of whom it may freeze, loans (shared), payments.
create or replace function rail_lock(p_read_id uuid) returns void language plpgsql as $$
declare
  v_users uuid[];
  v_payments uuid[];
  v_refunded uuid[];
  v_one record;
begin
  select array_agg(t.user_id), array_agg(t.payment_id) into v_users, v_payments from (
    select x.user_id, x.payment_id from rail_rows x join payments p on p.user_id = x.user_id and p.id = x.payment_id
    where x.read_id = p_read_id and x.matched_at is null and not (
      x.status = 'success' and x.refund_status is null and p.bill_status = 'paid' and p.amount_paise = x.amount_paise
      and not exists (select 1 from rail_rows y where y.user_id = x.user_id and y.payment_id = x.payment_id
        and y.rail_reference <> x.rail_reference))
    union
    select r.user_id, r.payment_id from rail_rows r join payments p on p.user_id = r.user_id and p.id = r.payment_id
    where r.refund_status is not null and r.matched_as in ('accepted', 'submitted', 'unknown', 'paid')
      and p.bill_status <> r.matched_as and p.bill_status in ('paid', 'failed', 'reversed')) t;
  v_refunded := array(
    select x.user_id from rail_rows x join payments p on p.user_id = x.user_id and p.id = x.payment_id
    where x.read_id = p_read_id and x.matched_at is null and x.refund_status is not null and p.bill_status = 'paid');
  perform people_lock(v_refunded);
  for v_one in select distinct t.user_id, t.id from unnest(v_users, v_payments) as t (user_id, id) order by 1, 2 loop
    perform 1 from loans where user_id = v_one.user_id and id = v_one.id for key share;
  end loop;
  perform rows_lock('payments', v_users, v_payments);
end $$;

-- rail_compare: the rows of one complete reading beside their payments, for `railVerdict`; those that fit are matched here, and no row of
-- them is taken out. After them the words of a refund that were said while the payment stood otherwise than now, for `heardAgain`; each
-- once for every standing. One reading at a time until the transaction ends; again it answers nothing.
-- Rule: LEND-21. Locks: an advisory one, then as rail_lock.
create or replace function rail_compare(p_read_id uuid, p_now timestamptz) returns table (
  user_id uuid, id uuid, is_heard_again boolean, reference text, status text, refund_status text, amount_paise bigint,
  bill_status text, bill_paise bigint, is_second boolean, has_other_success boolean, of_other_amounts json
) language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('rail_match', 0));
  perform rail_lock(p_read_id);
  update rail_rows r set matched_at = p_now, matched_as = p.bill_status from payments p
  where r.read_id = p_read_id and r.matched_at is null and p.user_id = r.user_id and p.id = r.payment_id and
    -- The list says of a payment what we know, to the paisa, and nothing of another execution of it.
    r.status = 'success' and r.refund_status is null and p.bill_status = 'paid' and p.amount_paise = r.amount_paise
    and not exists (select 1 from rail_rows y where y.user_id = r.user_id and y.payment_id = r.payment_id
      and y.rail_reference <> r.rail_reference);
  return query
  select x.user_id, x.id, false, x.rail_reference, x.status, x.refund_status, x.amount_paise, p.bill_status, p.amount_paise,
    p.id is not null and rail_is_other(x.user_id, x.payment_id, x.rail_reference),
    p.id is not null and exists (
      select 1 from rail_rows y where y.user_id = x.user_id and y.payment_id = x.payment_id and y.status = 'success'
        and y.rail_reference <> x.rail_reference and (y.matched_at is not null or y.id < x.id)),
    coalesce((
      select json_agg(y.verdict) from rail_rows y where y.user_id = x.user_id and y.rail_reference = x.rail_reference
        and y.status = 'success' and y.matched_at is not null and y.id < x.id and y.amount_paise <> x.amount_paise), '[]')
  from rail_rows x left join payments p on p.user_id = x.user_id and p.id = x.payment_id
  where x.read_id = p_read_id and x.matched_at is null
  union all
  select r.user_id, r.id, true, r.rail_reference, r.status, r.refund_status, r.amount_paise, p.bill_status, p.amount_paise, false, false, '[]'
  from rail_rows r join payments p on p.user_id = r.user_id and p.id = r.payment_id
  where p.bill_status <> r.matched_as and p.bill_status in ('paid', 'failed', 'reversed')
    and r.refund_status is not null and r.matched_as in ('accepted', 'submitted', 'unknown', 'paid')
    and r.verdict is distinct from 'duplicate'
    and (r.status <> 'success' or p.bill_status <> 'failed')
    and not rail_is_other(r.user_id, r.payment_id, r.rail_reference)
  order by 3, 1, 2;
end $$;

-- rail_judge: writes the verdicts of compared rows. Of a word that is heard again, p_news says whether it counts as said in this reading.
-- After rail_compare, under its locks.
create or replace function rail_judge(
  p_read_id uuid, p_now timestamptz, p_users uuid[], p_ids uuid[], p_verdicts text[], p_news boolean[]
) returns void language plpgsql as $$
begin
  update rail_rows r set matched_at = p_now, verdict = x.verdict,
    matched_as = (select p.bill_status from payments p where p.user_id = r.user_id and p.id = r.payment_id),
    read_id = case when x.is_news then p_read_id else r.read_id end
  from unnest(p_users, p_ids, p_verdicts, p_news) as x(user_id, id, verdict, is_news)
  where r.user_id = x.user_id and r.id = x.id;
end $$;

-- rail_judged: a lot of the rows of a reading that have a verdict, those behind a person's row, with what stands of each: `railOutcomes`
-- decides what follows. Sums and look-ups, and nothing is chosen. After rail_judge, under its locks.
create or replace function rail_judged(p_read_id uuid, p_now timestamptz, p_after_user_id uuid, p_after_id uuid, p_limit integer) returns table (
  user_id uuid, row_id uuid, payment_id uuid, reference text, business_on date, status text, refund_status text, verdict text,
  amount_paise bigint, bill_status text, bill_paise bigint, accepted_at timestamptz, promised_paise bigint, has_late_success boolean,
  was_late_opened boolean
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select f.user_id, f.id, f.payment_id, f.rail_reference, f.business_on, f.status, f.refund_status, f.verdict, f.amount_paise,
    f.matched_as, p.amount_paise, p.accepted_at,
    case when f.verdict = 'late_success' then rail_owes_paise(f.user_id, f.payment_id) else 0 end,
    f.verdict = 'late_success' and exists (
      select 1 from journals j where j.user_id = f.user_id and j.source_kind = 'rail_orphan' and j.source_id = f.payment_id),
    f.verdict = 'late_success' and exists (
      select 1 from reconciliation_breaks b where b.user_id = f.user_id and b.payment_id = f.payment_id and b.kind = f.verdict)
  from rail_rows f left join payments p on p.user_id = f.user_id and p.id = f.payment_id
  where f.read_id = p_read_id and f.matched_at = p_now and f.verdict is not null
    and (f.user_id, f.id) > (p_after_user_id, p_after_id)
  order by f.user_id, f.id limit p_limit;
end $$;

-- rail_write: what follows from verdicts: people who hear of a late success, differences, payments that wait for a person, loans that
-- freeze. p_rows: [{userId, paymentId, rowId, isNewSuccess, kind, owner, reference, businessOn, oursPaise, theirsPaise, railStatus,
-- reviewReason, freezesAs}]. Answers the loans that froze. After rail_judge, under its locks.
create or replace function rail_write(p_rows jsonb, p_now timestamptz) returns table (user_id uuid, payment_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_one record;
begin
  -- One at a time: a node of a cluster knows no queue, and opens nothing in another one's name (decision 121).
  for v_one in
    select x.* from jsonb_to_recordset(p_rows) as x ("userId" uuid, "paymentId" uuid, "rowId" uuid, "isNewSuccess" boolean, kind text,
      owner text, reference text, "businessOn" date, "oursPaise" bigint, "theirsPaise" bigint, "railStatus" text, "reviewReason" text,
      "freezesAs" text)
    order by x."userId", x."rowId"
  loop
    if v_one."isNewSuccess" then perform tell_late_success(v_one."userId", v_one."paymentId"); end if;
    if v_one.kind is not null then
      perform break_open(v_one."userId", v_one.kind, 'billpay', v_one.owner, v_one.reference, v_one."businessOn", v_one."paymentId", null,
        v_one."oursPaise", v_one."theirsPaise", jsonb_build_object('railStatus', v_one."railStatus", 'rowId', v_one."rowId"), p_now);
    end if;
    if v_one."reviewReason" is not null and break_is_open(v_one."userId", v_one."paymentId", v_one."reviewReason") then
      update payments p set needs_review = true, review_reason = v_one."reviewReason"
      where p.user_id = v_one."userId" and p.id = v_one."paymentId";
    end if;
    if v_one."freezesAs" is not null
      and loan_freeze(v_one."userId", v_one."paymentId", v_one."freezesAs", v_one."rowId", p_now)
    then
      user_id := v_one."userId";
      payment_id := v_one."paymentId";
      return next;
    end if;
  end loop;
end $$;

-- rail_sent: payments that were sent on a day, with their sums in the ledger, for `sentDifferences`. Those that are paid, booked, listed
-- and on the way no more fit, and no row of them is taken out.
create or replace function rail_sent(p_day date) returns table (
  user_id uuid, payment_id uuid, reference text, bill_status text, bill_paise bigint, moving_paise bigint, is_booked boolean,
  is_listed boolean
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select s.* from (
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
  ) s
  where not (s.bill_status = 'paid' and s.moving = 0 and s.is_booked and s.is_listed)
  order by s.user_id, s.payment_id;
end $$;

-- rail_owed_people: a lot of the people behind one, of whose payments the rail ever owed something.
create or replace function rail_owed_people(p_after_user_id uuid, p_limit integer) returns setof uuid language plpgsql stable as $$
begin
  return query
  select distinct x.user_id from postings x
  where x.account = account_code('RAIL_OWES') and x.loan_id is not null and x.user_id > p_after_user_id order by x.user_id limit p_limit;
end $$;

-- rail_owed: what the rail owes of each payment of these people, and since when it owed any of it, for `refundDifference`.
create or replace function rail_owed(p_users uuid[]) returns table (user_id uuid, payment_id uuid, owed_paise bigint, since timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select x.user_id, x.loan_id, sum(x.amount_paise)::bigint, min(j.posted_at)
  from postings x join journals j on j.user_id = x.user_id and j.id = x.journal_id
  where x.user_id = any (p_users) and x.account = account_code('RAIL_OWES') and x.loan_id is not null
  group by x.user_id, x.loan_id having sum(x.amount_paise) <> 0
  order by 1, 2;
end $$;

-- rail_open_once: opens differences about payments, none where one of the kind is open about that payment. p_found: [{userId, paymentId,
-- kind, owner, reference, oursPaise, theirsPaise}]. Answers how many were opened.
create or replace function rail_open_once(p_day date, p_found jsonb, p_now timestamptz) returns integer language plpgsql as $$
declare
  v_one record;
  v_count integer := 0;
begin
  -- One at a time, as in rail_write.
  for v_one in
    select x.* from jsonb_to_recordset(p_found) as x ("userId" uuid, "paymentId" uuid, kind text, owner text, reference text,
      "oursPaise" bigint, "theirsPaise" bigint)
  loop
    if not break_is_open(v_one."userId", v_one."paymentId", v_one.kind) then
      v_count := v_count + (break_open(v_one."userId", v_one.kind, 'billpay', v_one.owner, v_one.reference, p_day, v_one."paymentId", null,
        v_one."oursPaise", v_one."theirsPaise", '{}', p_now) is not null)::integer;
    end if;
  end loop;
  return v_count;
end $$;

-- break_is_open: whether a difference of a kind is open about a payment.
create or replace function break_is_open(p_user_id uuid, p_payment_id uuid, p_kind text) returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from reconciliation_breaks b
    where b.user_id = p_user_id and b.payment_id = p_payment_id and b.kind = p_kind and b.resolved_at is null);
end $$;

-- breaks_open: open differences of payments with what is known of each now: `isCleared` says which cleared themselves. Of these, where
-- ids are given. Sums and look-ups, and nothing is chosen. The version before answers a column less.
drop function if exists breaks_open(uuid[]);
create function breaks_open(p_ids uuid[] default null) returns table (
  user_id uuid, id uuid, payment_id uuid, kind text, rail text, bill_status text, bill_paise bigint, listed_then text, listed_last text,
  listed_paise bigint, has_late_success boolean, has_late_return boolean, late_paise bigint, standing_paise bigint, owed_paise bigint,
  has_repayment_ended boolean, has_loan_ended boolean
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select b.user_id, b.id, b.payment_id, b.kind, b.rail, p.bill_status, p.amount_paise, b.detail ->> 'railStatus', last.status,
    last.amount_paise,
    exists (select 1 from journals j where j.user_id = p.user_id and j.source_kind = 'rail_orphan' and j.source_id = p.id),
    exists (select 1 from journals j where j.user_id = p.user_id and j.source_kind = 'rail_orphan_back' and j.loan_id = p.id),
    case when b.kind = 'late_success' then late_success_paise(p.user_id, p.id) else 0 end,
    case when b.kind = 'duplicate' then break_standing(b.user_id, b.id) else 0 end,
    case when b.kind = 'refund_due' then rail_owes_paise(b.user_id, b.payment_id) else 0 end,
    exists (select 1 from repayments r
      where r.user_id = b.user_id and r.id = b.repayment_id and r.status in ('succeeded', 'failed')),
    exists (select 1 from loans l
      where l.user_id = b.user_id and l.id = b.payment_id and l.status not in ('active', 'npa') /* LIVE_STATUSES */)
  from reconciliation_breaks b
  join payments p on p.user_id = b.user_id and p.id = b.payment_id
  left join lateral (
    select r.status, r.amount_paise from rail_rows r
    where r.user_id = b.user_id and r.payment_id = b.payment_id and r.matched_at is not null and not rail_is_other(r.user_id, r.payment_id, r.rail_reference)
    order by r.id desc limit 1) last on true
  where b.resolved_at is null and b.rail in ('billpay', 'razorpay') and (p_ids is null or b.id = any (p_ids));
end $$;

-- breaks_lock: the payments of differences, in order. Rule: LEND-C5. Locks: payments.
create or replace function breaks_lock(p_users uuid[], p_payments uuid[]) returns void language plpgsql as $$
begin
  perform rows_lock('payments', p_users, p_payments);
end $$;

-- breaks_settle: clears these. Answers how many were open. After breaks_lock. Locks: differences.
create or replace function breaks_settle(p_users uuid[], p_ids uuid[], p_now timestamptz) returns integer language sql as $$
  select count(*) filter (where (break_clear(x.user_id, x.id, 'settled', null, null, null, p_now)).is_done)::integer
  from unnest(p_users, p_ids) as x(user_id, id)
$$;

grant execute on function
  rail_is_other(uuid, uuid, text), rail_others(uuid, timestamptz), rail_import(date, uuid, jsonb, timestamptz),
  rail_refunds_heard(uuid, timestamptz), rail_lock(uuid),
  rail_compare(uuid, timestamptz), rail_judge(uuid, timestamptz, uuid[], uuid[], text[], boolean[]),
  rail_judged(uuid, timestamptz, uuid, uuid, integer), rail_write(jsonb, timestamptz), rail_sent(date),
  rail_owed_people(uuid, integer), rail_owed(uuid[]),
  rail_open_once(date, jsonb, timestamptz), break_is_open(uuid, uuid, text),
  breaks_open(uuid[]), breaks_lock(uuid[], uuid[]), breaks_settle(uuid[], uuid[], timestamptz)
to mohlat_worker;
