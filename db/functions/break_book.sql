-- late_success_paise: what of a failed payment's late success is not cleared yet: journal 6 less 7 and 36.
create or replace function late_success_paise(p_user_id uuid, p_payment_id uuid) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select coalesce(sum(x.amount_paise), 0)::bigint
    from journals j
    join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account = account_code('DISPUTED')
    left join reconciliation_breaks b on b.user_id = j.user_id and b.id = j.source_id
    where j.user_id = p_user_id and j.loan_id = p_payment_id and (
      j.source_kind = 'rail_orphan' and j.source_id = p_payment_id
      -- By the rail itself, or by staff who cleared that difference.
      or j.source_kind in ('rail_orphan_back', 'loss') and coalesce(b.kind, 'late_success') = 'late_success'));
end $$;

-- rail_owes_paise: what the rail owes us of a payment's money.
create or replace function rail_owes_paise(p_user_id uuid, p_payment_id uuid) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select coalesce(sum(x.amount_paise), 0)::bigint from postings x
    where x.user_id = p_user_id and x.loan_id = p_payment_id and x.account = account_code('RAIL_OWES'));
end $$;

-- given_up_paise: what was booked as lost of a payment's money at the rail and has not come back after all: journal 36.
create or replace function given_up_paise(p_user_id uuid, p_payment_id uuid) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select coalesce(sum(x.amount_paise), 0)::bigint
    from journals j
    join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account = account_code('PAYMENT_LOSS')
    left join reconciliation_breaks b on b.user_id = j.user_id and b.id = j.source_id
    where j.user_id = p_user_id and j.loan_id = p_payment_id and j.source_kind = 'loss'
      -- Given up by staff, or taken back when the rail paid after all.
      and coalesce(b.kind, 'refund_due') in ('late_success', 'refund_due'));
end $$;

-- break_sources: under which names money of a difference was taken out of the books: by staff, or by the rail's own word (of a
-- duplicate: rail_others_back). The same money may have been a difference before.
create or replace function break_sources(p_user_id uuid, p_kind text, p_reference text) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select s.id from reconciliation_breaks s
  where s.user_id = p_user_id and s.kind = p_kind and s.reference = p_reference
  union all
  select md5(s.id || ' back ' || r.id)::uuid from reconciliation_breaks s
  join rail_rows r on r.user_id = s.user_id and r.payment_id = s.payment_id and r.refund_status = 'processed'
  where s.user_id = p_user_id and s.kind = p_kind and s.reference = p_reference and p_kind = 'duplicate';
end $$;

-- chargeback_standing: the sum in the books that a dispute of a repayment took, and that neither what was too much of the repayment nor
-- staff have cleared; none of another dispute of the same repayment. A sum of named journals, and nothing is chosen.
create or replace function chargeback_standing(p_user_id uuid, p_id uuid) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select coalesce(sum(x.amount_paise), 0)::bigint from journals j
    join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account = account_code('DISPUTED')
    where j.user_id = p_user_id and (
      j.source_kind = 'chargeback' and j.source_id in (
        p_id, md5(p_id || ' won')::uuid, md5(p_id || ' lost')::uuid, md5(p_id || ' kept')::uuid)
      or j.source_kind = 'refund' and j.source_id in (
        select md5(f.id || ' ended')::uuid from refunds f where f.user_id = p_user_id and f.chargeback_id = p_id)
      or j.source_kind in ('rail_orphan_back', 'loss') and j.source_id in (
        select s.id from reconciliation_breaks s
        join chargebacks c on c.user_id = s.user_id and c.dispute_ref = s.reference
        where c.user_id = p_user_id and c.id = p_id and s.kind in ('chargeback_partial', 'chargeback_unclear')
          and coalesce(s.detail ->> 'chargebackId', c.id::text) = c.id::text)));
end $$;

-- receipt_dispute_standing: the sum in the books that a dispute of money without an owner took, and that neither this money nor staff
-- have cleared. A sum of named journals, and nothing is chosen.
create or replace function receipt_dispute_standing(p_dispute_ref text) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select coalesce(sum(x.amount_paise), 0)::bigint from journals j
    join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account = account_code('DISPUTED')
    where j.user_id = house_id() and (
      j.source_kind in ('chargeback', 'loss') and j.source_id in (
        select unnest(array[d.id, md5(d.id || ' met')::uuid, md5(d.id || ' won')::uuid, md5(d.id || ' kept')::uuid])
        from receipt_disputes d where d.dispute_ref = p_dispute_ref)
      or j.source_kind in ('rail_orphan_back', 'loss') and j.source_id in (
        select break_sources(house_id(), 'dispute_unmatched', p_dispute_ref))));
end $$;

-- break_standing: the sum of the ledger, or of money kept, that a difference speaks of. `standingPaise` says what of it a resolution
-- takes out of the books. A sum of named journals, and nothing is chosen.
create or replace function break_standing(p_user_id uuid, p_id uuid) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select coalesce(case
      when b.kind = 'refund_due' then rail_owes_paise(b.user_id, b.payment_id)
      when b.kind = 'late_success' then late_success_paise(b.user_id, b.payment_id)
      when b.kind in ('duplicate', 'not_ours', 'amount') and b.rail = 'billpay' then (
        select sum(x.amount_paise) from journals j
        join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account = account_code('DISPUTED')
        where j.user_id = p_user_id and (
          j.source_kind = 'rail_orphan' and j.source_id = md5(b.reference || ' ' || b.kind)::uuid
          or j.source_kind in ('rail_orphan_back', 'loss') and j.source_id in (select break_sources(b.user_id, b.kind, b.reference))))
      when b.kind in ('chargeback_partial', 'chargeback_unclear') then (
        select sum(chargeback_standing(c.user_id, c.id)) from chargebacks c
        where c.user_id = p_user_id and c.dispute_ref = b.reference and coalesce(b.detail ->> 'chargebackId', c.id::text) = c.id::text)
      when b.kind = 'lost_twice' then (
        select sum(x.amount_paise) from journals j
        join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account = account_code('DISPUTED')
        where j.user_id = p_user_id and (
          -- The money that this dispute took, and none of another dispute of the same repayment.
          j.source_kind = 'chargeback' and j.source_id in (
            select unnest(array[c.id, md5(c.id || ' won')::uuid, md5(c.id || ' lost')::uuid, md5(c.id || ' kept')::uuid]) from chargebacks c
            where c.user_id = p_user_id and c.dispute_ref = b.reference)
          or j.source_kind = 'chargeback' and j.source_id = md5(b.repayment_id || ' returned')::uuid
          or j.source_kind = 'refund' and j.source_id in (
            select md5(f.id || ' ended')::uuid from refunds f
            where f.user_id = p_user_id and f.repayment_id = b.repayment_id and f.chargeback_id is null)
          or j.source_kind in ('rail_orphan_back', 'loss') and j.source_id in (select break_sources(b.user_id, b.kind, b.reference))))
      when b.kind = 'dispute_unmatched' then receipt_dispute_standing(b.reference)
      when b.kind = 'unmatched_receipt' or b.kind = 'refund_refused' and b.repayment_id is null then (
        select sum(u.amount_paise - u.taken_paise) from unidentified_receipts u
        where u.status in ('held', 'returning') and u.payment_ref in (b.reference, b.detail ->> 'paymentRef'))
      -- The excess of the repayment, less the part that went back or is on its way.
      when b.kind = 'refund_refused' then (
        select coalesce((
            select sum(a.amount_paise) from allocations a
            where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component = 'excess'), 0)
          - coalesce((
            select sum(f.amount_paise) from refunds f
            where f.user_id = r.user_id and f.repayment_id = r.id and f.status <> 'failed'), 0)
        from repayments r where r.user_id = p_user_id and r.id = b.repayment_id and r.status = 'succeeded')
    end, 0)::bigint
    from reconciliation_breaks b where b.user_id = p_user_id and b.id = p_id);
end $$;

-- break_row: the row of the settlement file that a difference is about, as `standingPaise` asks for it; null where there is none.
create or replace function break_row(p_user_id uuid, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_row_id uuid := (
    select (b.detail ->> 'settlementRowId')::uuid from reconciliation_breaks b
    where b.user_id = p_user_id and b.id = p_id and b.kind = 'unmatched_row');
  v_row settlement_rows%rowtype;
begin
  select * into v_row from settlement_rows where id = v_row_id;
  if v_row.id is null then return null; end if;
  return jsonb_build_object('creditPaise', v_row.credit_paise, 'debitPaise', v_row.debit_paise, 'isPayment', v_row.kind = 'payment',
    'isWaiting', v_row.state = 'waiting', 'isUnderway', settlement_underway(v_row), 'dispute', coalesce((
      select case when c.deducted_at is null then 'known' else 'deducted' end from chargebacks c
      where c.dispute_ref = v_row.dispute_ref order by c.round desc limit 1), 'none'));
end $$;

-- break_loan: the loan of a difference's payment or repayment; null where it is about neither.
create or replace function break_loan(p_user_id uuid, p_id uuid) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select coalesce(b.payment_id, (select r.loan_id from repayments r where r.user_id = p_user_id and r.id = b.repayment_id))
    from reconciliation_breaks b where b.user_id = p_user_id and b.id = p_id);
end $$;

-- break_underway: true while what a difference holds is decided elsewhere: a refund that it counts is on its way, or its row
-- of the settlement file is about to be booked. It cannot be cleared meanwhile: cleared, it would hold nothing of what that
-- leaves in the books, and nothing else would show it. Rule: LEND-21.
create or replace function break_underway(p_user_id uuid, p_id uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_break record;
  v_row settlement_rows%rowtype;
begin
  select b.kind, b.repayment_id, b.detail into v_break from reconciliation_breaks b
  where b.user_id = p_user_id and b.id = p_id and b.resolved_at is null;
  if v_break.kind = 'lost_twice' or v_break.kind = 'refund_refused' and v_break.repayment_id is not null then
    return exists (
      select 1 from refunds f where f.user_id = p_user_id and f.repayment_id = v_break.repayment_id
        and f.status in ('initiated', 'processing', 'unknown') /* REFUND_UNDER_WAY */);
  elsif v_break.kind = 'dispute_unmatched' then
    -- The money may have left, and the rail is asked; what did not leave pays the dispute.
    return exists (
      select 1 from unidentified_receipts u where u.payment_ref = v_break.detail ->> 'paymentRef' and u.status = 'returning');
  elsif v_break.kind = 'unmatched_row' then
    select * into v_row from settlement_rows s where s.id = (v_break.detail ->> 'settlementRowId')::uuid;
    return v_row.id is not null and settlement_underway(v_row);
  end if;
  return false;
end $$;

-- break_lock: a difference, with everything that may change what stands of it: a refund that ends, a dispute, the list that
-- says at this moment that the same money is back (rail_compare), the file that finds whose a row is.
-- Locks: credit account, loan, payment, repayment, row of the settlement file, dispute, difference (LEND-C5).
create or replace function break_lock(p_user_id uuid, p_id uuid) returns void language plpgsql as $$
declare
  v_break reconciliation_breaks%rowtype;
  v_loan uuid;
begin
  select * into v_break from reconciliation_breaks where user_id = p_user_id and id = p_id;
  v_loan := coalesce(v_break.payment_id, (
    select loan_id from repayments where user_id = p_user_id and id = v_break.repayment_id));
  if v_loan is not null then
    perform 1 from credit_accounts where user_id = p_user_id for update;
    perform 1 from loans where user_id = p_user_id and id = v_loan for update;
  end if;
  perform 1 from payments where user_id = p_user_id and id = v_break.payment_id for update;
  perform 1 from repayments where user_id = p_user_id and id = v_break.repayment_id for update;
  perform 1 from settlement_rows where id = (v_break.detail ->> 'settlementRowId')::uuid for update;
  perform 1 from receipt_disputes where dispute_ref = v_break.reference and v_break.kind = 'dispute_unmatched' for update;
  perform 1 from reconciliation_breaks where user_id = p_user_id and id = p_id for update;
end $$;

-- float_move: a movement of the float that no payment causes, under the reference of the bank or the rail: a top-up out of
-- the bank account, a charge of the rail. Answers false when that reference stands already. Rule: LEND-16 journal 8. The version before
-- books by it; this one books such a movement with a row of `bank_movements`, under the same name.
create or replace function float_move(p_what text, p_reference text, p_amount_paise bigint, p_on date, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  v_source uuid := md5(p_what || ' ' || p_reference)::uuid;
begin
  if p_amount_paise <= 0 or p_what not in ('top_up', 'rail_charge') then
    raise exception 'float_move: % of % is no movement', p_what, p_amount_paise;
  end if;
  return ledger_write(p_now, transfer_lines(
    case p_what when 'top_up' then 'float_topped_up' else 'rail_charged' end, house_id(), v_source, null, p_on, p_amount_paise)) > 0;
end $$;
revoke all on function
  late_success_paise(uuid, uuid), rail_owes_paise(uuid, uuid), given_up_paise(uuid, uuid), break_sources(uuid, text, text), receipt_dispute_standing(text), chargeback_standing(uuid, uuid),
  break_standing(uuid, uuid), break_row(uuid, uuid), break_loan(uuid, uuid), break_underway(uuid, uuid)
from public;
grant execute on function break_standing(uuid, uuid), break_row(uuid, uuid), break_loan(uuid, uuid), break_underway(uuid, uuid) to mohlat_staff;
grant execute on function
  late_success_paise(uuid, uuid), rail_owes_paise(uuid, uuid), given_up_paise(uuid, uuid), break_sources(uuid, text, text), receipt_dispute_standing(text), chargeback_standing(uuid, uuid),
  break_standing(uuid, uuid), break_row(uuid, uuid), break_loan(uuid, uuid), break_underway(uuid, uuid), break_lock(uuid, uuid), float_move(text, text, bigint, date, timestamptz)
to mohlat_worker;
