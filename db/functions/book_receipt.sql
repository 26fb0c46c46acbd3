-- book_receipt: what money from a person changes of repayments, shares, charges and the schedule; before its journal. Increments
-- add up, so that several receipts of one instalment may come together.
-- Rule: LEND-W2, LEND-W8, LEND-9. Errors: check_violation where a row to be changed is not there.
create or replace function book_receipt(
  p_repayment_settled repayment_settled[], p_earmarks_released earmarks_released[], p_allocation_written allocation_written[],
  p_instalment_paid instalment_paid[], p_charge_paid charge_paid[], p_charge_waived charge_waived[],
  p_schedule_replaced schedule_replaced[]
) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_count integer;
  v_users uuid[];
  v_charges uuid[];
  v_paid bigint[];
  v_waived bigint[];
begin
  update repayments r set status = 'succeeded', received_at = x.received_at, value_on = x.value_on,
    provider_payment_ref = x.provider_payment_ref, failure_reason = x.failure_reason, next_enquiry_at = null
  from unnest(p_repayment_settled) x
  where r.user_id = x.user_id and r.id = x.repayment_id and r.status <> 'succeeded';
  get diagnostics v_count = row_count;
  perform book_whole('repayment_settled', cardinality(p_repayment_settled), v_count);

  if cardinality(p_earmarks_released) > 0 then
    update allocations a set is_active = false, released_by = x.repayment_id from unnest(p_earmarks_released) x
    where a.user_id = x.user_id and a.loan_id = x.loan_id and a.is_active and a.is_earmark;
  end if;
  insert into allocations (user_id, repayment_id, written_by, loan_id, number, charge_id, component, amount_paise, is_earmark)
  select user_id, repayment_id, written_by, loan_id, number, charge_id, component, amount_paise, is_earmark
  from unnest(p_allocation_written);

  if cardinality(p_instalment_paid) > 0 then
    update instalments i set paid_principal_paise = i.paid_principal_paise + x.principal,
      paid_fee_paise = i.paid_fee_paise + x.fee, paid_interest_paise = i.paid_interest_paise + x.interest
    from (
      select user_id, loan_id, number, sum(principal_paise)::bigint as principal, sum(fee_paise)::bigint as fee,
        sum(interest_paise)::bigint as interest
      from unnest(p_instalment_paid) group by 1, 2, 3
    ) x
    where i.user_id = x.user_id and i.loan_id = x.loan_id and i.is_active and i.number = x.number;
    get diagnostics v_count = row_count;
    perform book_whole('instalment_paid',
      (select count(distinct (user_id, loan_id, number))::integer from unnest(p_instalment_paid)), v_count);
  end if;
  if cardinality(p_charge_paid) + cardinality(p_charge_waived) > 0 then
    -- Gathered first: a cluster does not plan an update from a union of rows of our own types (decision 121).
    select array_agg(y.user_id), array_agg(y.charge_id), array_agg(y.paid), array_agg(y.waived)
      into v_users, v_charges, v_paid, v_waived
    from (
      select user_id, charge_id, sum(paid)::bigint as paid, sum(waived)::bigint as waived from (
        select user_id, charge_id, amount_paise as paid, 0 as waived from unnest(p_charge_paid)
        union all
        select user_id, charge_id, 0, amount_paise from unnest(p_charge_waived)
      ) z group by 1, 2
    ) y;
    update charges c set paid_paise = c.paid_paise + x.paid, waived_paise = c.waived_paise + x.waived
    from unnest(v_users, v_charges, v_paid, v_waived) as x (user_id, charge_id, paid, waived)
    where c.user_id = x.user_id and c.id = x.charge_id;
    get diagnostics v_count = row_count;
    perform book_whole('charge_paid', cardinality(v_charges), v_count);
  end if;
  if cardinality(p_schedule_replaced) > 0 then perform book_schedule(p_schedule_replaced); end if;
end $$;

-- book_schedule: a new version of the schedule for the instalments after a day; the older one is kept. Rule: LEND-9 (PART_PREPAY).
create or replace function book_schedule(p_rows schedule_replaced[]) returns void
language plpgsql as $$
begin
  -- A version that was taken back keeps its number.
  update loans l set schedule_version = (
    select max(i.version) + 1 from instalments i where i.user_id = l.user_id and i.loan_id = l.id)
  from (select distinct user_id, loan_id from unnest(p_rows)) x where l.user_id = x.user_id and l.id = x.loan_id;
  update instalments i set is_active = false, released_by = x.repayment_id
  from (select distinct user_id, loan_id, repayment_id, "on" from unnest(p_rows)) x
  where i.user_id = x.user_id and i.loan_id = x.loan_id and i.is_active and i.due_on > x."on";
  insert into instalments (user_id, id, loan_id, version, number, start_on, due_on, principal_paise, fee_paise, interest_paise, written_by)
  select x.user_id, x.id, x.loan_id, l.schedule_version, x.number, x.start_on, x.due_on, x.principal_paise, x.fee_paise,
    x.interest_paise, x.repayment_id
  from unnest(p_rows) x join loans l on l.user_id = x.user_id and l.id = x.loan_id;
end $$;

-- book_receipt_journal: each repayment names its journal, which stands by now; and the limit that money freed is free.
create or replace function book_receipt_journal(p_settled repayment_settled[], p_freed limit_freed[], p_now timestamptz)
returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_count integer;
begin
  update repayments r set journal_id = j.id
  from unnest(p_settled) x
  join loans l on l.user_id = x.user_id and l.id = x.loan_id
  join journals j on j.user_id = x.user_id and j.source_kind in ('repayment', 'exit', 'recovery')
    and j.source_id = step_name(x.repayment_id, l.rewound_count)
  where r.user_id = x.user_id and r.id = x.repayment_id;
  get diagnostics v_count = row_count;
  perform book_whole('journals of repayment_settled', cardinality(p_settled), v_count);
  update credit_accounts c set used_paise = c.used_paise - x.amount, updated_at = p_now
  from (select user_id, sum(amount_paise)::bigint as amount from unnest(p_freed) group by 1) x
  where c.user_id = x.user_id;
end $$;

revoke all on function book_receipt, book_schedule, book_receipt_journal from public;
grant execute on function book_receipt, book_schedule, book_receipt_journal to mohlat_worker;
