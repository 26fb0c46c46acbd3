-- waiver_apply: lets off what a waiver grants, oldest first and never more than is there: journal 22. Answers how much.
-- Waiving what was recognised as income is an expense (E510), what is in suspense leaves it (L350). A fee is given back with
-- its tax, as on an exit, so that a credit note follows from the journal (LEND-F5). Closes the loan when nothing is left.
--
-- A waiver is a fact: taking the loan back takes its journal back, and it is granted anew in its turn (see rewind_loan).
-- Rule: LEND-16 journal 22, LEND-9 (tiny balances). Locks: the caller holds credit account and loan (LEND-C5).
create or replace function waiver_apply(p_user_id uuid, p_waiver_id uuid, p_now timestamptz) returns bigint
language plpgsql as $$
declare
  v_waiver waivers%rowtype;
  v_loan loans%rowtype;
  v_total bigint;
  v_journal uuid;
begin
  select * into v_waiver from waivers where user_id = p_user_id and id = p_waiver_id;
  select * into v_loan from loans where user_id = p_user_id and id = v_waiver.loan_id;
  if v_loan.status in ('active', 'npa') then
    with taken as (
      insert into waiver_shares (user_id, waiver_id, loan_id, number, charge_id, component, amount_paise)
      select p_user_id, p_waiver_id, v_loan.id, u.number, u.charge_id, u.component,
        least(u.amount, v_waiver.granted_paise - u.before)
      from (
        select w.*, sum(w.amount) over (order by w.since, w.place, w.number, w.charge_id) - w.amount as before
        from loan_waivable(p_user_id, v_loan.id, v_waiver.effective_on) w
        where w.component = v_waiver.component or v_waiver.component = 'all'
      ) u
      where u.before < v_waiver.granted_paise
      returning number, charge_id, component, amount_paise
    ), charged as (
      update charges c set waived_paise = c.waived_paise + t.amount_paise from taken t
      where c.user_id = p_user_id and c.id = t.charge_id
    ), covered as (
      update instalments i set
        paid_interest_paise = i.paid_interest_paise + t.interest, paid_fee_paise = i.paid_fee_paise + t.fee,
        paid_principal_paise = i.paid_principal_paise + t.principal
      from (
        select number, coalesce(sum(amount_paise) filter (where component = 'interest'), 0) as interest,
          coalesce(sum(amount_paise) filter (where component = 'fee'), 0) as fee,
          coalesce(sum(amount_paise) filter (where component = 'principal'), 0) as principal
        from taken where number is not null group by number
      ) t
      where i.user_id = p_user_id and i.loan_id = v_loan.id and i.is_active and i.number = t.number
    ), freed as (
      update credit_accounts set used_paise = used_paise - f.principal, updated_at = p_now
      from (select sum(amount_paise) as principal from taken where component = 'principal' having sum(amount_paise) > 0) f
      where user_id = p_user_id
    )
    select sum(amount_paise) into v_total from taken;
  end if;
  v_total := coalesce(v_total, 0);
  if v_total > 0 then v_journal := waiver_post(p_user_id, p_waiver_id, p_now); end if;
  update waivers set applied_paise = v_total, journal_id = v_journal where user_id = p_user_id and id = p_waiver_id;
  if v_total > 0 and not exists (
    select 1 from instalments i where i.user_id = p_user_id and i.loan_id = v_loan.id and i.is_active and (not i.is_demanded
      or i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise < i.principal_paise + i.fee_paise + i.interest_paise)
  ) and not exists (
    select 1 from charges c where c.user_id = p_user_id and c.loan_id = v_loan.id and c.reversed_on is null
      and c.paid_paise + c.waived_paise < c.amount_paise
  ) then
    update loans set status = 'closed', closed_on = v_waiver.effective_on where user_id = p_user_id and id = v_loan.id;
    update loan_days set is_open = false where user_id = p_user_id and loan_id = v_loan.id;
    perform allowance_release(p_user_id, v_loan.id, v_waiver.effective_on, p_now);
    perform enqueue_job('losses.tell_closed', json_build_object('userId', p_user_id, 'loanId', v_loan.id),
      p_key => 'losses.tell_closed:' || v_loan.id);
  end if;
  return v_total;
end $$;

-- What is demanded of a loan on a day and not covered, part by part, with the day since when.
create or replace function loan_waivable(p_user_id uuid, p_loan_id uuid, p_on date)
returns table (number integer, charge_id uuid, component text, amount bigint, since date, place integer)
language sql stable as $$
  select i.number, null::uuid, v.component, v.amount, i.due_on, v.place
  from instalments i cross join lateral (values
    ('interest', i.interest_paise - i.paid_interest_paise, 1), ('fee', i.fee_paise - i.paid_fee_paise, 2),
    ('principal', i.principal_paise - i.paid_principal_paise, 3)) as v(component, amount, place)
  where i.user_id = p_user_id and i.loan_id = p_loan_id and i.is_active and i.is_demanded and v.amount > 0
  union all
  select null, c.id, c.kind, c.amount_paise - c.paid_paise - c.waived_paise, c.levied_on, 4
  from charges c
  where c.user_id = p_user_id and c.loan_id = p_loan_id and c.reversed_on is null and c.levied_on <= p_on
    and c.paid_paise + c.waived_paise < c.amount_paise
$$;

-- The journal of a waiver out of its shares. Tax goes back in step with all that was given back of the fee, so that it comes
-- to exactly what was booked when the whole fee is (LEND-F2).
create or replace function waiver_post(p_user_id uuid, p_waiver_id uuid, p_now timestamptz) returns uuid
language plpgsql as $$
declare
  v_waiver waivers%rowtype;
  v_loan loans%rowtype;
  v_fee bigint;
  v_half bigint := 0;
  v_is_inter_state boolean;
  v_lines jsonb;
begin
  select * into v_waiver from waivers where user_id = p_user_id and id = p_waiver_id;
  select * into v_loan from loans where user_id = p_user_id and id = v_waiver.loan_id;
  select coalesce(sum(amount_paise), 0) into v_fee from waiver_shares
  where user_id = p_user_id and waiver_id = p_waiver_id and is_active and component = 'fee' and v_waiver.origin = 'staff';
  if v_fee > 0 then
    -- Rule: LEND-F2. It goes back by the heads it was booked with.
    v_is_inter_state := exists (
      select 1 from journals j join postings x on x.user_id = j.user_id and x.journal_id = j.id and x.account = 'L332'
      where j.user_id = p_user_id and j.source_kind = 'loan_booked' and j.source_id = v_loan.id);
    -- Net of the booking itself: what stands on L330 (twice that on L332) is the tax still owed for the fee.
    select greatest(0, least((v_fee - 1) / 2, rhu(sum(s.amount_paise)::bigint * 9, 118) - coalesce((
        select sum(x.amount_paise) / case when v_is_inter_state then 2 else 1 end
        from journals j join postings x on x.user_id = j.user_id and x.journal_id = j.id
          and x.account = case when v_is_inter_state then 'L332' else 'L330' end
        where j.user_id = p_user_id and j.loan_id = v_loan.id and (j.source_kind = 'waiver' or exists (
          select 1 from journals o where o.user_id = j.user_id and o.id = j.reversal_of and o.source_kind = 'waiver'))), 0))) into v_half
    from waiver_shares s join waivers w on w.user_id = s.user_id and w.id = s.waiver_id and w.origin = 'staff'
    where s.user_id = p_user_id and s.loan_id = v_loan.id and s.is_active and s.component = 'fee';
  end if;
  select jsonb_agg(jsonb_build_object('account', l.account, 'amountPaise', l.amount, 'loanId', v_loan.id)) into v_lines
  from (
    select x.account, sum(x.amount)::bigint as amount
    from waiver_shares s cross join lateral (values
      (case s.component when 'interest' then 'A211' when 'fee' then 'A203' when 'principal' then 'A201' when 'penal' then 'A220' else 'A221' end,
        -s.amount_paise),
      (case when s.component = 'fee' and v_waiver.origin = 'staff' then 'I400'
        when v_loan.status = 'npa' and s.component not in ('fee', 'principal') then 'L350' else 'E510' end, s.amount_paise)
    ) as x(account, amount)
    where s.user_id = p_user_id and s.waiver_id = p_waiver_id and s.is_active
    group by x.account
    union all
    select t.account, t.amount from (values ('I400', -2 * v_half),
      ('L330', case when v_is_inter_state then 0 else v_half end), ('L331', case when v_is_inter_state then 0 else v_half end),
      ('L332', case when v_is_inter_state then 2 * v_half else 0 end)) as t(account, amount)
    where t.amount <> 0
  ) l;
  return ledger_post(p_user_id, 'waiver', step_name(p_waiver_id, v_loan.rewound_count), v_loan.id, v_waiver.effective_on, p_now, v_lines);
end $$;

-- At the opening of a day: what is left of a loan after its last due date and is too little to ask for. Rule: LEND-9.
create or replace function open_tiny(p_users uuid[], p_loans uuid[], p_day date, p_now timestamptz) returns void
language plpgsql as $$
begin
  with past as materialized (
    select l.user_id, l.id, l.rewound_count
    from unnest(p_users, p_loans) as due(user_id, loan_id)
    join loans l on l.user_id = due.user_id and l.id = due.loan_id and l.status in ('active', 'npa')
    where not exists (
      select 1 from instalments i where i.user_id = l.user_id and i.loan_id = l.id and i.is_active and i.due_on >= p_day)
  )
  insert into waivers (user_id, id, loan_id, origin, component, granted_paise, granted_at, effective_on)
  select l.user_id, step_name(loan_day_id(l.id, 'tiny', p_day), l.rewound_count), l.id, 'tiny', 'all', sum(w.amount), p_now, p_day
  from past l cross join lateral loan_waivable(l.user_id, l.id, p_day) w
  group by l.user_id, l.id, l.rewound_count having sum(w.amount) <= 100;
  -- Rare: a loan comes here once in its life.
  perform waiver_apply(w.user_id, w.id, p_now)
  from unnest(p_users, p_loans) as due(user_id, loan_id)
  join waivers w on w.user_id = due.user_id and w.loan_id = due.loan_id and w.origin = 'tiny' and w.effective_on = p_day
    and w.applied_paise is null;
end $$;
grant execute on function
  waiver_apply(uuid, uuid, timestamptz),
  waiver_post(uuid, uuid, timestamptz),
  loan_waivable(uuid, uuid, date),
  open_tiny(uuid[], uuid[], date, timestamptz)
to mohlat_worker;
