-- book: writes what was decided of many people, in one round trip: rows, then journals. It decides nothing. Each argument but the
-- first three is the list of one kind of change (packages/lending/src/decision.ts, `RowChange`), of all people together. A caller
-- names those it has.
--
-- A person whose version is another one than the decision knew, whose days were closed meanwhile, or whose next day came closer, is
-- stale: nothing of theirs is written, the others' stands. Answers who is stale. What is not there to be changed is an error, and then nothing is written.
--
-- The version is raised by the tables themselves, so that writers who know nothing of it count (migration 0153).
-- Rule: LEND-22, LEND-B1, LEND-B2, LEND-16. Locks: credit accounts, then kept balances (LEND-C5), by user.
-- Errors: check_violation where a row to be changed is not there; those of ledger_write.
--
-- One plan for all calls, of lookups by key: a plan made for lists of a known length reads whole tables.
create or replace function book(
  p_known book_known[], p_now timestamptz, p_lines ledger_line[],
  p_instalment_demanded instalment_demanded[] default '{}',
  p_earmarks_applied earmarks_applied[] default '{}',
  p_charge_levied charge_levied[] default '{}',
  p_standing_recorded standing_recorded[] default '{}',
  p_status_changed status_changed[] default '{}',
  p_allowance_set allowance_set[] default '{}',
  p_hardship_ended hardship_ended[] default '{}',
  p_balance_waived balance_waived[] default '{}',
  p_waiver_applied waiver_applied[] default '{}',
  p_share_waived share_waived[] default '{}',
  p_interest_forgone interest_forgone[] default '{}',
  p_loan_written_off loan_written_off[] default '{}',
  p_write_off_void write_off_void[] default '{}',
  p_loan_ended loan_ended[] default '{}',
  p_repayment_settled repayment_settled[] default '{}',
  p_allocation_written allocation_written[] default '{}',
  p_earmarks_released earmarks_released[] default '{}',
  p_instalment_paid instalment_paid[] default '{}',
  p_charge_paid charge_paid[] default '{}',
  p_charge_waived charge_waived[] default '{}',
  p_schedule_replaced schedule_replaced[] default '{}',
  p_limit_freed limit_freed[] default '{}',
  p_credit_settled credit_settled[] default '{}',
  p_days_closed days_closed[] default '{}',
  p_next_day_set next_day_set[] default '{}'
) returns uuid[]
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_stale uuid[];
  v_fresh uuid[];
  v_closed date[];
  v_count integer;
begin
  perform people_lock(array(select user_id from unnest(p_known)));
  -- The fresh ones first: a cluster joins a list with rows of several nodes, and asks for none that has no row (decision 121).
  v_fresh := array(select k.user_id from unnest(p_known) k join credit_accounts c on c.user_id = k.user_id and c.book_version = k.version);
  select coalesce(array_agg(distinct x.user_id), '{}') into v_stale from (
    select k.user_id from unnest(p_known) k where k.user_id not in (select unnest(v_fresh))
    union all
    select x.user_id from book_stale_days(p_days_closed, p_next_day_set) as x(user_id)
  ) x;
  if cardinality(v_stale) > 0 then
    p_lines := array(select x from unnest(p_lines) x where x.user_id <> all (v_stale));
    p_instalment_demanded := array(select x from unnest(p_instalment_demanded) x where x.user_id <> all (v_stale));
    p_earmarks_applied := array(select x from unnest(p_earmarks_applied) x where x.user_id <> all (v_stale));
    p_charge_levied := array(select x from unnest(p_charge_levied) x where x.user_id <> all (v_stale));
    p_standing_recorded := array(select x from unnest(p_standing_recorded) x where x.user_id <> all (v_stale));
    p_status_changed := array(select x from unnest(p_status_changed) x where x.user_id <> all (v_stale));
    p_allowance_set := array(select x from unnest(p_allowance_set) x where x.user_id <> all (v_stale));
    p_hardship_ended := array(select x from unnest(p_hardship_ended) x where x.user_id <> all (v_stale));
    p_balance_waived := array(select x from unnest(p_balance_waived) x where x.user_id <> all (v_stale));
    p_waiver_applied := array(select x from unnest(p_waiver_applied) x where x.user_id <> all (v_stale));
    p_share_waived := array(select x from unnest(p_share_waived) x where x.user_id <> all (v_stale));
    p_interest_forgone := array(select x from unnest(p_interest_forgone) x where x.user_id <> all (v_stale));
    p_loan_written_off := array(select x from unnest(p_loan_written_off) x where x.user_id <> all (v_stale));
    p_write_off_void := array(select x from unnest(p_write_off_void) x where x.user_id <> all (v_stale));
    p_loan_ended := array(select x from unnest(p_loan_ended) x where x.user_id <> all (v_stale));
    p_repayment_settled := array(select x from unnest(p_repayment_settled) x where x.user_id <> all (v_stale));
    p_allocation_written := array(select x from unnest(p_allocation_written) x where x.user_id <> all (v_stale));
    p_earmarks_released := array(select x from unnest(p_earmarks_released) x where x.user_id <> all (v_stale));
    p_instalment_paid := array(select x from unnest(p_instalment_paid) x where x.user_id <> all (v_stale));
    p_charge_paid := array(select x from unnest(p_charge_paid) x where x.user_id <> all (v_stale));
    p_charge_waived := array(select x from unnest(p_charge_waived) x where x.user_id <> all (v_stale));
    p_schedule_replaced := array(select x from unnest(p_schedule_replaced) x where x.user_id <> all (v_stale));
    p_limit_freed := array(select x from unnest(p_limit_freed) x where x.user_id <> all (v_stale));
    p_credit_settled := array(select x from unnest(p_credit_settled) x where x.user_id <> all (v_stale));
    p_days_closed := array(select x from unnest(p_days_closed) x where x.user_id <> all (v_stale));
    p_next_day_set := array(select x from unnest(p_next_day_set) x where x.user_id <> all (v_stale));
  end if;

  if cardinality(p_instalment_demanded) > 0 then
    update instalments i set is_demanded = true from unnest(p_instalment_demanded) x
    where i.user_id = x.user_id and i.loan_id = x.loan_id and i.number = x.number and i.is_active and not i.is_demanded;
    get diagnostics v_count = row_count;
    perform book_whole('instalment_demanded', cardinality(p_instalment_demanded), v_count);
  end if;
  if cardinality(p_interest_forgone) > 0 then
    update instalments i set paid_interest_paise = i.paid_interest_paise + x.amount_paise from unnest(p_interest_forgone) x
    where i.user_id = x.user_id and i.loan_id = x.loan_id and i.number = x.number and i.is_active;
    get diagnostics v_count = row_count;
    perform book_whole('interest_forgone', cardinality(p_interest_forgone), v_count);
  end if;
  if cardinality(p_earmarks_applied) > 0 then
    update allocations a set is_earmark = false from unnest(p_earmarks_applied) x
    where a.user_id = x.user_id and a.loan_id = x.loan_id and a.number = x.number and a.is_active and a.is_earmark;
  end if;
  if cardinality(p_charge_levied) > 0 then
    insert into charges (user_id, id, loan_id, kind, number, late_days, levied_on, overdue_on, amount_paise)
    select user_id, id, loan_id, kind, number, late_days, levied_on, overdue_on, amount_paise from unnest(p_charge_levied);
  end if;
  if cardinality(p_standing_recorded) > 0 then
    insert into dpd_log (user_id, loan_id, business_on, version, dpd, class)
    select x.user_id, x.loan_id, x."on", 1 + l.rewound_count, x.dpd, x.class
    from unnest(p_standing_recorded) x join loans l on l.user_id = x.user_id and l.id = x.loan_id;
    get diagnostics v_count = row_count;
    perform book_whole('standing_recorded', cardinality(p_standing_recorded), v_count);
  end if;
  if cardinality(p_status_changed) > 0 then
    update loans l set status = x.status from unnest(p_status_changed) x where l.user_id = x.user_id and l.id = x.loan_id;
    get diagnostics v_count = row_count;
    perform book_whole('status_changed', cardinality(p_status_changed), v_count);
  end if;
  if cardinality(p_hardship_ended) > 0 then
    update hardships h set ended_on = x."on" from unnest(p_hardship_ended) x
    where h.user_id = x.user_id and h.id = x.hardship_id and h.loan_id = x.loan_id and h.ended_on is null;
    get diagnostics v_count = row_count;
    perform book_whole('hardship_ended', cardinality(p_hardship_ended), v_count);
  end if;

  if cardinality(p_repayment_settled) + cardinality(p_earmarks_released) + cardinality(p_allocation_written)
    + cardinality(p_instalment_paid) + cardinality(p_charge_paid) + cardinality(p_charge_waived) + cardinality(p_schedule_replaced) > 0
  then
    perform book_receipt(p_repayment_settled, p_earmarks_released, p_allocation_written, p_instalment_paid, p_charge_paid,
      p_charge_waived, p_schedule_replaced);
  end if;

  if cardinality(p_lines) > 0 then perform book_journals(p_now, p_lines); end if;

  if cardinality(p_repayment_settled) + cardinality(p_limit_freed) > 0 then
    perform book_receipt_journal(p_repayment_settled, p_limit_freed, p_now);
  end if;
  if cardinality(p_balance_waived) > 0 then perform book_waived(p_balance_waived, p_now); end if;
  if cardinality(p_waiver_applied) > 0 then perform book_waivers(p_waiver_applied); end if;
  if cardinality(p_share_waived) > 0 then perform book_shares_waived(p_share_waived, p_now); end if;
  if cardinality(p_loan_written_off) > 0 then perform book_write_offs(p_loan_written_off, p_now); end if;
  if cardinality(p_write_off_void) > 0 then
    update write_offs w set is_applied = false, journal_id = null from unnest(p_write_off_void) x
    where w.user_id = x.user_id and w.id = x.write_off_id and w.loan_id = x.loan_id and w.is_applied is null;
    get diagnostics v_count = row_count;
    perform book_whole('write_off_void', cardinality(p_write_off_void), v_count);
  end if;
  if cardinality(p_allowance_set) > 0 then
    -- The ledger keeps the figure; what was decided must be what stands there.
    select count(*) into v_count from unnest(p_allowance_set) x
    join account_balances b on b.user_id = x.user_id and b.account = account_code('LOSS_ALLOWANCE') and b.loan_id = x.loan_id
      and -b.balance_paise = x.amount_paise;
    perform book_whole('allowance_set', cardinality(p_allowance_set), v_count);
  end if;
  if cardinality(p_loan_ended) > 0 then
    update loans l set status = x.status, closed_on = x."on" from unnest(p_loan_ended) x
    where l.user_id = x.user_id and l.id = x.loan_id and l.status in ('active', 'npa', 'written_off') /* OWED_STATUSES */;
    get diagnostics v_count = row_count;
    perform book_whole('loan_ended', cardinality(p_loan_ended), v_count);
    update loan_days d set is_open = false from unnest(p_loan_ended) x where d.user_id = x.user_id and d.loan_id = x.loan_id;
  end if;
  if cardinality(p_days_closed) > 0 or cardinality(p_next_day_set) > 0 then
    perform book_days(p_days_closed, p_next_day_set);
  end if;
  if cardinality(p_credit_settled) > 0 then
    -- Asked beforehand: in an update a cluster calls no function with a column that asks for rows.
    v_closed := array(
      select borrower_closed_through(s.user_id) from unnest(p_credit_settled) with ordinality s order by s.ordinality);
    update credit_accounts c set state = x.state, state_reason = x.hold, days_past_due = x.days_past_due, past_due_on = x.closed_on,
      updated_at = p_now
    from (
      select s.user_id, s.state, s.hold, s.days_past_due, v_closed[s.ordinality] as closed_on
      from unnest(p_credit_settled) with ordinality s
    ) x where c.user_id = x.user_id;
    get diagnostics v_count = row_count;
    perform book_whole('credit_settled', cardinality(p_credit_settled), v_count);
  end if;
  return v_stale;
end $$;

-- book_journals: the plans of the ledger are its own affair.
create or replace function book_journals(p_now timestamptz, p_lines ledger_line[]) returns void
language plpgsql set plan_cache_mode = auto as $$
begin
  perform ledger_write(p_now, p_lines);
end $$;

-- book_whole: every change found its row.
create or replace function book_whole(p_change text, p_wanted integer, p_done integer) returns void
language plpgsql as $$
begin
  if p_done <> p_wanted then
    raise exception using errcode = 'check_violation', message = format('book: %s of %s rows of %s', p_done, p_wanted, p_change);
  end if;
end $$;

-- Another list of arguments makes a function beside the other one; of both a call would be of neither.
do $$
declare
  v_other regprocedure;
begin
  for v_other in
    select oid from pg_proc where proname = 'book' and pronamespace = 'public'::regnamespace and pronargs <> 28
  loop
    execute 'drop function ' || v_other;
  end loop;
end $$;
-- Two kinds of change that only processes of before version 0.1.0 wrote: they go with the function that took them, and no moment earlier.
drop type if exists loan_closed, day_closed;

revoke all on function book, book_journals, book_whole from public;
grant execute on function book, book_journals, book_whole to mohlat_worker;
-- mohlat_api settles where credit stands on a request; it has no rights on the other tables of the book.
grant execute on function book, book_whole to mohlat_api;
