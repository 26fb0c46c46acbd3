-- For processes of the version before (decision 080), one release long: where a list of the rail is compared, a settlement file booked, or a difference
-- cleared, they hear that the database is busy, and a process of this version does it. What stands of a difference they are still told.
-- Errors: lock_not_available.
create or replace function rail_match(p_read_id uuid, p_now timestamptz)
returns table (work text, user_id uuid, payment_id uuid) language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'rail_match: a process of a newer version compares lists';
end $$;

create or replace function rail_sort(p_read_id uuid, p_now timestamptz) returns void language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'rail_sort: a process of a newer version compares lists';
end $$;

create or replace function rail_taken(p_read_id uuid, p_now timestamptz) returns table (
  user_id uuid, payment_id uuid, reference text, verdict text, amount_paise bigint, bill_paise bigint, promised_paise bigint
) language plpgsql stable as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'rail_taken: a process of a newer version compares lists';
end $$;

create or replace function rail_open(p_read_id uuid, p_now timestamptz)
returns table (work text, user_id uuid, payment_id uuid) language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'rail_open: a process of a newer version compares lists';
end $$;

create or replace function rail_close_day(p_day date, p_now timestamptz) returns integer language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'rail_close_day: a process of a newer version compares lists';
end $$;

-- breaks_settle: leaves differences that cleared themselves to a process that knows the rule.
create or replace function breaks_settle(p_now timestamptz) returns integer language sql as $$ select 0 $$;

create or replace function break_book(p_user_id uuid, p_id uuid, p_resolution text, p_now timestamptz) returns uuid
language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'break_book: a process of a newer version clears differences';
end $$;

create or replace function settle_collections(p_now timestamptz, p_limit integer) returns integer language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'settle_collections: a process of a newer version books the file';
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

-- payment_late_success: a late success that such a process learns of by asking.
create or replace function payment_late_success(p_user_id uuid, p_payment_id uuid, p_now timestamptz, p_detail jsonb)
returns boolean language plpgsql as $$
declare
  v_amount bigint;
  v_owed bigint;
begin
  select amount_paise into v_amount from payments
  where user_id = p_user_id and id = p_payment_id and bill_status = 'failed' for update;
  if v_amount is null or exists (
    select 1 from journals where user_id = p_user_id and source_kind = 'rail_orphan' and source_id = p_payment_id
  ) then return false; end if;
  select coalesce(sum(amount_paise), 0) into v_owed from postings
  where user_id = p_user_id and loan_id = p_payment_id and account = account_code('RAIL_OWES');
  perform ledger_transfer(case when v_owed > 0 then 'rail_took_promised' else 'rail_took' end, p_user_id, p_payment_id,
    p_payment_id, ist_date(p_now), v_amount, p_now);
  perform tell_late_success(p_user_id, p_payment_id);
  return payment_review(p_user_id, p_payment_id, p_now, 'late_success', p_detail);
end $$;
grant execute on function payment_late_success(uuid, uuid, timestamptz, jsonb) to mohlat_worker;

-- break_paise: `standingPaise` for lists that a process of the version before shows.
create or replace function break_paise(p_user_id uuid, p_id uuid) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select coalesce(case when b.kind <> 'unmatched_row' then break_standing(b.user_id, b.id) else (
        select s.debit_paise - s.credit_paise from settlement_rows s
        where s.id = (b.detail ->> 'settlementRowId')::uuid and s.state = 'waiting'
          and (s.debit_paise >= s.credit_paise or s.kind <> 'payment')
          and not settlement_underway(s)
          and not exists (select 1 from chargebacks c where c.dispute_ref = s.dispute_ref
            and (c.deducted_at is null or s.credit_paise > s.debit_paise))) end, 0)::bigint
    from reconciliation_breaks b where b.user_id = p_user_id and b.id = p_id);
end $$;
revoke all on function break_paise(uuid, uuid) from public;
grant execute on function break_paise(uuid, uuid) to mohlat_staff, mohlat_worker;
grant execute on function
  rail_taken(uuid, timestamptz), rail_open(uuid, timestamptz), rail_close_day(date, timestamptz),
  rail_match(uuid, timestamptz), rail_sort(uuid, timestamptz), breaks_settle(timestamptz), break_book(uuid, uuid, text, timestamptz), settle_collections(timestamptz, integer)
to mohlat_worker;

-- Only these called them.
drop function if exists rail_refunds(uuid, timestamptz);
drop function if exists rail_hear_again(uuid, timestamptz);
drop function if exists breaks_cleared();
drop function if exists rail_others_back(uuid, timestamptz);
-- They took a row of a table (decision 121).
drop function if exists rail_fits(rail_rows, payments);
drop function if exists rail_is_other(rail_rows);
drop function if exists break_sources(reconciliation_breaks);
