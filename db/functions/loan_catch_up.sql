-- loan_catch_up: closes a loan's days one by one up to a date: accrues interest (journal 10), and at the opening of
-- the next day demands what falls due (journal 11) and applies earmarks to it (journal 12).
-- Every step is keyed by loan and day, so that running it again, or being killed in the middle, changes nothing.
-- Rule: LEND-A1, LEND-22 steps 2 and 6, LEND-B1, LEND-B3. The caller holds the loan's lock.
create or replace function loan_catch_up(p_user_id uuid, p_loan_id uuid, p_through_on date, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_day date;
  v_closed_through date;
begin
  select closed_through_on into v_closed_through from loan_days where user_id = p_user_id and loan_id = p_loan_id for update;
  if v_closed_through is null or not exists (
    select 1 from loans where user_id = p_user_id and id = p_loan_id and status in ('active', 'npa')) then
    return;
  end if;
  v_day := v_closed_through + 1;
  while v_day <= p_through_on loop
    perform loan_accrue(p_user_id, p_loan_id, v_day, p_now);
    perform loan_demand(p_user_id, p_loan_id, v_day + 1, p_now);
    update loan_days set closed_through_on = v_day where user_id = p_user_id and loan_id = p_loan_id;
    v_day := v_day + 1;
  end loop;
end $$;

-- A journal's source is a row; a day of a loan has none of its own, so its name is made from both.
create or replace function loan_day_id(p_loan_id uuid, p_step text, p_day date) returns uuid
language sql immutable parallel safe as $$
  select md5(p_loan_id::text || ' ' || p_step || ' ' || p_day::text)::uuid
$$;

-- Interest of one day: the step of the cumulative, half-up rounded figure of the period the day lies in.
create or replace function loan_accrue(p_user_id uuid, p_loan_id uuid, p_day date, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_amount bigint;
begin
  select rhu(interest_paise * (p_day - start_on + 1), due_on - start_on) - rhu(interest_paise * (p_day - start_on), due_on - start_on)
  into v_amount
  from (
    select i.interest_paise, i.due_on,
      lag(i.due_on, 1, l.disbursed_on) over (order by i.number) as start_on
    from instalments i join loans l on l.user_id = i.user_id and l.id = i.loan_id
    where i.user_id = p_user_id and i.loan_id = p_loan_id and i.is_active
  ) period
  where p_day >= start_on and p_day < due_on;
  if coalesce(v_amount, 0) = 0 then return; end if;
  perform ledger_post(p_user_id, 'accrual', loan_day_id(p_loan_id, 'accrual', p_day), p_loan_id, p_day, p_now, jsonb_build_array(
    jsonb_build_object('account', 'A210', 'amountPaise', v_amount, 'loanId', p_loan_id),
    jsonb_build_object('account', 'I410', 'amountPaise', -v_amount, 'loanId', p_loan_id)));
end $$;

-- Rule: LEND-M3.
create or replace function rhu(n bigint, d integer) returns bigint language sql immutable parallel safe as
$$ select (2 * n + d) / (2 * d) $$;

-- What falls due turns from "not yet demanded" into "demanded"; money held for it is applied.
create or replace function loan_demand(p_user_id uuid, p_loan_id uuid, p_day date, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_row instalments%rowtype;
  v_held record;
begin
  select * into v_row from instalments
  where user_id = p_user_id and loan_id = p_loan_id and is_active and not is_demanded and due_on = p_day;
  if v_row.id is null then return; end if;
  update instalments set is_demanded = true where user_id = p_user_id and id = v_row.id;
  perform ledger_post(p_user_id, 'demand', v_row.id, p_loan_id, p_day, p_now, loan_lines(p_loan_id,
    array['A201', 'A203', 'A211', 'A200', 'A202', 'A210'],
    array[v_row.principal_paise, v_row.fee_paise, v_row.interest_paise, -v_row.principal_paise, -v_row.fee_paise, -v_row.interest_paise]));

  select coalesce(sum(amount_paise), 0)::bigint as total,
    coalesce(sum(amount_paise) filter (where component = 'interest'), 0)::bigint as interest,
    coalesce(sum(amount_paise) filter (where component = 'fee'), 0)::bigint as fee,
    coalesce(sum(amount_paise) filter (where component = 'principal'), 0)::bigint as principal
  into v_held
  from allocations
  where user_id = p_user_id and loan_id = p_loan_id and number = v_row.number and is_active and is_earmark;
  if v_held.total = 0 then return; end if;
  update allocations set is_earmark = false
  where user_id = p_user_id and loan_id = p_loan_id and number = v_row.number and is_active and is_earmark;
  perform ledger_post(p_user_id, 'earmark', v_row.id, p_loan_id, p_day, p_now, loan_lines(p_loan_id,
    array['L300', 'A211', 'A203', 'A201'], array[v_held.total, -v_held.interest, -v_held.fee, -v_held.principal]));
end $$;

-- Posting lines of one loan, without those of nothing.
create or replace function loan_lines(p_loan_id uuid, p_accounts text[], p_amounts bigint[]) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_agg(jsonb_build_object('account', account, 'amountPaise', amount, 'loanId', p_loan_id) order by place)
  from unnest(p_accounts, p_amounts) with ordinality as t(account, amount, place)
  where amount <> 0
$$;
grant execute on function
  loan_catch_up(uuid, uuid, date, timestamptz),
  loan_accrue(uuid, uuid, date, timestamptz),
  loan_demand(uuid, uuid, date, timestamptz),
  loan_day_id(uuid, text, date),
  loan_lines(uuid, text[], bigint[]),
  rhu(bigint, integer)
to mohlat_worker;
