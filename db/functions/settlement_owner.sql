-- settlement_owner: whose a row of the settlement file is, and what our books say of it: at most one answer. `sign` is +1 where money comes in by it.
-- p_registration: the paise that the registration of a mandate takes, by its kind (`REGISTRATION_PAISE` of the rail).
create or replace function settlement_owner(s settlement_rows, p_registration jsonb)
returns table (owner_id uuid, subject_id uuid, amount_paise bigint, sign integer)
language plpgsql stable as $$
#variable_conflict use_column
declare
  -- Each round of a dispute takes its money once, and gives it back once. Null of a row that is no dispute.
  v_rounds bigint;
begin
  if s.kind = 'dispute' then
    select count(*) into v_rounds from settlement_rows x
    where x.kind = 'dispute' and x.dispute_ref = s.dispute_ref and x.id <> s.id and (x.credit_paise > 0) = (s.credit_paise > 0)
      and (x.state = 'matched' or x.state = 'waiting' and x.id < s.id);
  end if;
  return query
  select house_id(), u.id, u.amount_paise + u.refunded_paise, 1 from unidentified_receipts u
  where s.kind = 'payment' and u.provider = s.provider and u.payment_ref = s.payment_ref
  union all
  select r.user_id, r.id, r.amount_paise, 1 from repayments r
  where s.kind = 'payment' and r.provider_payment_ref = s.payment_ref and r.channel <> 'identified'
  union all
  -- Taken out of a settlement for a repayment whose bank returned it: journal 17 left it in the clearing account.
  select r.user_id, r.id, r.amount_paise, -1 from repayments r
  where s.kind = 'other' and r.provider_payment_ref = s.payment_ref and r.status = 'failed' and r.failure_reason = 'returned_by_bank'
  union all
  select f.user_id, f.id, f.amount_paise, -1 from refunds f
  join repayments r on r.user_id = f.user_id and r.id = f.repayment_id
  where s.kind = 'refund' and r.provider_payment_ref = s.payment_ref and f.provider_ref = s.entity_ref and f.status = 'processed'
  union all
  -- The money that a mandate's registration took and gave back by itself; for eNACH a row of zero.
  select m.user_id, m.id, (p_registration ->> m.kind)::bigint, case s.kind when 'payment' then 1 else -1 end
  from mandates m
  where s.kind in ('payment', 'refund') and m.order_ref = coalesce(s.order_ref, (
    select p.order_ref from settlement_rows p
    where p.provider = s.provider and p.kind = 'payment' and p.entity_ref = s.payment_ref limit 1))
  union all
  select house_id(), u.id, u.amount_paise - u.taken_paise, -1 from unidentified_receipts u
  where s.kind = 'refund' and u.provider = s.provider and u.payment_ref = s.payment_ref and u.refund_ref = s.entity_ref
  union all
  -- At most the amount that the rail had refunded before the rest was held.
  select house_id(), u.id, least(s.amount_paise, e.left_paise), -1 from unidentified_receipts u
  cross join lateral (
    select u.refunded_paise - coalesce(sum(x.amount_paise), 0)::bigint as left_paise from settlement_rows x
    where x.provider = u.provider and x.payment_ref = u.payment_ref and x.kind = 'refund' and x.id <> s.id
      and x.entity_ref is distinct from u.refund_ref
      and (x.state = 'matched' or x.state = 'waiting' and x.id < s.id)) e
  where s.kind = 'refund' and u.provider = s.provider and u.payment_ref = s.payment_ref
    and u.refund_ref is distinct from s.entity_ref and s.occurred_at <= u.created_at and e.left_paise > 0
  union all
  select c.user_id, c.id, c.amount_paise, case when s.credit_paise > 0 then 1 else -1 end from (
    select x.user_id, x.id, x.amount_paise from chargebacks x
    where s.kind = 'dispute' and x.dispute_ref = s.dispute_ref and x.deducted_at is not null
      and (s.credit_paise = 0 or x.status = 'won')
    order by x.round offset v_rounds limit 1) c
  union all
  -- Nothing is booked of one that was won at once: what it took and what it gave back are both of it, unless staff have given one up.
  select house_id(), d.id, d.amount_paise, case when s.credit_paise > 0 then 1 else -1 end from receipt_disputes d
  where d.dispute_ref = s.dispute_ref and v_rounds = 0
    and (d.lost_at is not null and s.credit_paise = 0 or d.status = 'won' and (d.lost_at is not null or not exists (
      select 1 from settlement_rows x where x.dispute_ref = s.dispute_ref and x.id <> s.id and x.state = 'differs')))
  limit 1;
end $$;

-- settlement_underway: true of a waiting row that books nothing of its own any more: what it tells of is on its way and booked
-- by its own journal (23, 34) once its end is known, or its owner is known and the next matching finds them.
-- Rule: LEND-21.
create or replace function settlement_underway(s settlement_rows) returns boolean language plpgsql stable as $$
begin
  return (
    select s.state = 'waiting' and (
      exists (select 1 from settlement_owner(s, '{}'))
      or s.kind = 'refund' and exists (
        select 1 from repayments r join refunds f on f.user_id = r.user_id and f.repayment_id = r.id
        where r.provider_payment_ref = s.payment_ref and f.status in ('initiated', 'processing', 'unknown') /* REFUND_UNDER_WAY */)
      or s.kind = 'refund' and exists (
        select 1 from unidentified_receipts u
        where u.provider = s.provider and u.payment_ref = s.payment_ref and u.status = 'returning')
      -- The rail's last word books it.
      or s.kind = 'dispute' and exists (
        select 1 from receipt_disputes d where d.dispute_ref = s.dispute_ref and d.status = 'open')));
end $$;
grant execute on function settlement_owner(settlement_rows, jsonb), settlement_underway(settlement_rows) to mohlat_worker;

-- Only functions called it, with a figure of its own for a registration.
drop function if exists settlement_owner(settlement_rows);
