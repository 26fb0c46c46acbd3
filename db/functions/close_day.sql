-- close_day: closes one business day for the loans of a set of people, and opens the next for them: interest (journal
-- 10), days past due and class (26, 28), what falls due (11), money held for it (12), late charges (21); at
-- a month's end the loss allowance (25); what is too little to ask for (22).
--
-- Takes only loans whose last closed day is the day before, so running it again, twice at once, or after being killed
-- gives the same books. One transaction of the caller's; answers how many loans' days were closed.
-- The newest day's close also settles where credit stands. Of a loan that is frozen on the day interest alone runs on.
-- Rule: LEND-22 steps 2 to 6, LEND-B1, LEND-B2, LEND-X10. Locks: credit accounts, loans, kept balances (LEND-C5), by user.
create or replace function close_day(p_users uuid[], p_day date, p_now timestamptz) returns integer
language plpgsql as $$
declare
  v_users uuid[];
  v_loans uuid[];
  -- Of these, what is not frozen on the day, and so opens the next.
  v_open_users uuid[];
  v_open_loans uuid[];
begin
  perform 1 from credit_accounts where user_id = any (p_users) order by user_id for update;
  select array_agg(user_id), array_agg(loan_id) into v_users, v_loans
  from (
    select l.user_id, l.id as loan_id
    from loan_days d join loans l on l.user_id = d.user_id and l.id = d.loan_id
    where d.user_id = any (p_users) and d.is_open and d.closed_through_on = p_day - 1 and l.status in ('active', 'npa')
    order by l.user_id, l.id
    for update of l, d
  ) due;
  if v_users is null then return 0; end if;
  perform close_accrue(v_users, v_loans, p_day, p_now);
  perform close_classify(v_users, v_loans, p_day, p_now);
  perform close_allowance(v_users, v_loans, p_day, p_now);
  perform end_hardships(v_users, v_loans, p_day);
  select array_agg(due.user_id), array_agg(due.loan_id) into v_open_users, v_open_loans
  from unnest(v_users, v_loans) as due(user_id, loan_id)
  where not is_frozen(due.user_id, due.loan_id, p_day);
  if v_open_users is not null then
    perform open_demands(v_open_users, v_open_loans, p_day + 1, p_now);
    perform open_penal(v_open_users, v_open_loans, p_day + 1, p_now);
    perform open_tiny(v_open_users, v_open_loans, p_day + 1, p_now);
  end if;
  update loan_days d set closed_through_on = p_day
  from unnest(v_users, v_loans) as due(user_id, loan_id)
  where d.user_id = due.user_id and d.loan_id = due.loan_id;
  -- A day of long ago that is lived through again says nothing about today.
  if p_day >= ist_date(p_now) - 1 then
    perform settle_standing(array(
      select c.user_id from credit_accounts c
      where c.user_id = any (v_users) and (c.state = 'blocked_due' or exists (
        select 1 from dpd_log g
        where g.user_id = c.user_id and g.loan_id = any (v_loans) and g.business_on = p_day and g.is_active and g.dpd > 0))
    ), p_now);
  end if;
  return cardinality(v_loans);
end $$;

-- Brings one person's loans up to a day, each missing day in order. Rule: LEND-B2, LEND-B3.
create or replace function catch_up_days(p_user_id uuid, p_through_on date, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_day date;
begin
  select min(closed_through_on) + 1 into v_day from loan_days where user_id = p_user_id and is_open;
  while v_day <= p_through_on loop
    perform close_day(array[p_user_id], v_day, p_now);
    v_day := v_day + 1;
  end loop;
end $$;

-- A journal's source is a row; a day of a loan has none of its own, so its name is made from both.
create or replace function loan_day_id(p_loan_id uuid, p_step text, p_day date) returns uuid
language sql immutable parallel safe as $$
  select md5(p_loan_id::text || ' ' || p_step || ' ' || p_day::text)::uuid
$$;

-- Rule: LEND-M3.
create or replace function rhu(n bigint, d integer) returns bigint language sql immutable parallel safe as
$$ select (2 * n + d) / (2 * d) $$;

-- Interest of the day: the step of the cumulative, half-up rounded figure of the period the day lies in. Of a
-- non-performing loan it is no income (LEND-D4). Rule: LEND-A1, LEND-A3.
create or replace function close_accrue(p_users uuid[], p_loans uuid[], p_day date, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_lines ledger_line[];
begin
  select array_agg((a.user_id, 'accrual', a.name, a.loan_id, p_day, v.account, a.loan_id, v.amount)::ledger_line)
  into v_lines
  from (
    select l.user_id, l.id as loan_id, l.status, step_name(loan_day_id(l.id, 'accrual', p_day), l.rewound_count) as name,
      rhu(i.interest_paise * (p_day - i.start_on + 1), i.due_on - i.start_on)
        - rhu(i.interest_paise * (p_day - i.start_on), i.due_on - i.start_on) as amount
    from unnest(p_users, p_loans) as due(user_id, loan_id)
    join loans l on l.user_id = due.user_id and l.id = due.loan_id
    join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active
    where p_day >= i.start_on and p_day < i.due_on and i.interest_paise > 0
  ) a
  cross join lateral (values ('A210', a.amount), (case a.status when 'npa' then 'L350' else 'I410' end, -a.amount)) as v(account, amount)
  where a.amount <> 0;
  if v_lines is not null then perform ledger_write(p_now, v_lines); end if;
end $$;

-- How every live loan of a set of people stands at a close: days past due by its own oldest unpaid demand, and whether
-- the borrower performs. Of a loan whose day is closed already, what was closed counts. Frozen days count for nothing, and a
-- loan stays in its class on them. Rule: LEND-D1, LEND-D2, LEND-D3, LEND-X10.
create or replace function standing_at(p_users uuid[], p_day date)
returns table (user_id uuid, loan_id uuid, status text, dpd integer, is_npa boolean)
language sql stable as $$
  select n.user_id, n.loan_id, n.status, n.dpd,
    case when is_frozen(n.user_id, n.loan_id, p_day) then n.status = 'npa'
      else max(n.dpd) over borrower >= 91 or (bool_or(n.status = 'npa') over borrower and max(n.dpd) over borrower > 0) end
  from (
    select l.user_id, l.id as loan_id,
      case when closed.class is null then l.status when closed.class = 'NPA' then 'npa' else 'active' end as status,
      coalesce(closed.dpd, p_day - oldest.since + 1 - frozen_days(l.user_id, l.id, oldest.since, p_day), 0) as dpd
    from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
    left join dpd_log closed on closed.user_id = l.user_id and closed.loan_id = l.id and closed.business_on = p_day
      and closed.is_active and d.closed_through_on >= p_day
    cross join lateral (
      select least(
        (select min(counted_from(i.user_id, i.loan_id, i.due_on)) from instalments i
         where i.user_id = l.user_id and i.loan_id = l.id and i.is_active and i.is_demanded and i.due_on <= p_day
           and i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise
             < i.principal_paise + i.fee_paise + i.interest_paise),
        (select min(c.overdue_on) from charges c
         where c.user_id = l.user_id and c.loan_id = l.id and c.reversed_on is null and c.overdue_on <= p_day
           and c.paid_paise + c.waived_paise < c.amount_paise)
      ) as since
    ) oldest
    where l.user_id = any (p_users) and l.status in ('active', 'npa') and l.disbursed_on <= p_day
  ) n
  window borrower as (partition by n.user_id)
$$;

-- Writes the day's row of the history. When a borrower stops performing, income not received goes into suspense
-- (journal 26); when nothing is past due any more, what is left there is income again (28). Only of loans whose day this is:
-- one that is further on, because another of the borrower's is lived through again, follows at its next close.
-- How they stand is asked once: no step here changes what the next would be answered.
-- Rule: LEND-D4, LEND-D6.
create or replace function close_classify(p_users uuid[], p_loans uuid[], p_day date, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_entered ledger_line[];
  v_left ledger_line[];
begin
  with stands as materialized (
    select s.*, l.rewound_count
    from standing_at(p_users, p_day) s
    join unnest(p_users, p_loans) as due(user_id, loan_id) on due.user_id = s.user_id and due.loan_id = s.loan_id
    join loans l on l.user_id = s.user_id and l.id = s.loan_id
  ), history as (
    insert into dpd_log (user_id, loan_id, business_on, version, dpd, class)
    select user_id, loan_id, p_day, 1 + rewound_count, dpd,
      case when is_npa then 'NPA' when dpd = 0 then 'STD' when dpd <= 30 then 'SMA0' when dpd <= 60 then 'SMA1' else 'SMA2' end
    from stands
  ), changed as (
    update loans l set status = case when s.is_npa then 'npa' else 'active' end
    from stands s
    where l.user_id = s.user_id and l.id = s.loan_id and s.is_npa <> (s.status = 'npa')
    returning l.user_id, l.id as loan_id, l.rewound_count, l.status
  ), unpaid as (
    select c.user_id, c.loan_id, c.rewound_count, b.balance_paise as amount,
      case b.account when 'A220' then 'I420' when 'A221' then 'I421' else 'I410' end as account
    from changed c join account_balances b on b.user_id = c.user_id and b.loan_id = c.loan_id
      and b.account in ('A210', 'A211', 'A220', 'A221') and b.balance_paise > 0
    where c.status = 'npa'
  ), suspended as (
    select c.user_id, c.loan_id, c.rewound_count, -sum(p.amount_paise)::bigint as amount
    from changed c join postings p on p.user_id = c.user_id and p.loan_id = c.loan_id and p.account = 'L350'
    where c.status = 'active'
    group by c.user_id, c.loan_id, c.rewound_count having sum(p.amount_paise) <> 0
  )
  select
    (select array_agg((u.user_id, 'npa', step_name(loan_day_id(u.loan_id, 'npa', p_day), u.rewound_count), u.loan_id, p_day,
       u.account, u.loan_id, u.amount)::ledger_line)
     from (
       select user_id, loan_id, rewound_count, account, sum(amount)::bigint as amount from unpaid group by 1, 2, 3, 4
       union all
       select user_id, loan_id, rewound_count, 'L350', -sum(amount)::bigint from unpaid group by 1, 2, 3
     ) u),
    (select array_agg((u.user_id, 'npa_upgrade', step_name(loan_day_id(u.loan_id, 'npa_upgrade', p_day), u.rewound_count),
       u.loan_id, p_day, v.account, u.loan_id, v.amount)::ledger_line)
     from suspended u cross join lateral (values ('L350', u.amount), ('I410', -u.amount)) as v(account, amount))
  into v_entered, v_left;
  if v_entered is not null then perform ledger_write(p_now, v_entered); end if;
  if v_left is not null then perform ledger_write(p_now, v_left); end if;
end $$;

-- What falls due turns from "not yet demanded" into "demanded", and money held for it is applied: on its due date, or on the
-- first day that a freeze leaves. Rule: LEND-22 step 6, LEND-X10.
create or replace function open_demands(p_users uuid[], p_loans uuid[], p_day date, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_lines ledger_line[];
begin
  with demanded as (
    update instalments i set is_demanded = true from unnest(p_users, p_loans) as due(user_id, loan_id)
    where i.user_id = due.user_id and i.loan_id = due.loan_id and i.is_active and not i.is_demanded and i.due_on <= p_day
    returning i.user_id, i.id, i.loan_id, i.principal_paise, i.fee_paise, i.interest_paise
  )
  select array_agg((d.user_id, 'demand', step_name(d.id, l.rewound_count), d.loan_id, p_day, v.account, d.loan_id, v.amount)::ledger_line)
  into v_lines
  from demanded d join loans l on l.user_id = d.user_id and l.id = d.loan_id
  cross join lateral (values
    ('A201', d.principal_paise), ('A203', d.fee_paise), ('A211', d.interest_paise),
    ('A200', -d.principal_paise), ('A202', -d.fee_paise), ('A210', -d.interest_paise)) as v(account, amount)
  where v.amount <> 0;
  if v_lines is null then return; end if;
  perform ledger_write(p_now, v_lines);

  with applied as (
    update allocations a set is_earmark = false
    from unnest(p_users, p_loans) as due(user_id, loan_id)
    join instalments i on i.user_id = due.user_id and i.loan_id = due.loan_id and i.is_active and i.is_demanded
    where a.user_id = i.user_id and a.loan_id = i.loan_id and a.number = i.number and a.is_active and a.is_earmark
    returning a.user_id, a.loan_id, i.id, a.component, a.amount_paise
  ), held as (
    select a.user_id, a.loan_id, a.id, l.rewound_count, l.status = 'npa' as is_npa, sum(a.amount_paise)::bigint as total,
      coalesce(sum(a.amount_paise) filter (where a.component = 'interest'), 0)::bigint as interest,
      coalesce(sum(a.amount_paise) filter (where a.component = 'fee'), 0)::bigint as fee,
      coalesce(sum(a.amount_paise) filter (where a.component = 'principal'), 0)::bigint as principal
    from applied a join loans l on l.user_id = a.user_id and l.id = a.loan_id group by 1, 2, 3, 4, 5
  )
  select array_agg((h.user_id, 'earmark', step_name(h.id, h.rewound_count), h.loan_id, p_day, v.account, h.loan_id, v.amount)::ledger_line)
  into v_lines
  from held h cross join lateral (values
    ('L300', h.total), ('A211', -h.interest), ('A203', -h.fee), ('A201', -h.principal),
    -- Rule: LEND-16 journal 27: interest in suspense is income once it is paid.
    ('L350', case when h.is_npa then h.interest else 0 end), ('I410', case when h.is_npa then -h.interest else 0 end)
  ) as v(account, amount)
  where v.amount <> 0;
  if v_lines is not null then perform ledger_write(p_now, v_lines); end if;
end $$;

-- A hardship ends at the close of the day on which nothing is past due any more, if something was since it began. It says
-- which day that was, so that a loan taken back to an earlier day takes this back, too. Rule: LEND-23.
create or replace function end_hardships(p_users uuid[], p_loans uuid[], p_day date) returns void
language sql as $$
  update hardships h set ended_on = p_day
  from unnest(p_users, p_loans) as due(user_id, loan_id)
  where h.user_id = due.user_id and h.loan_id = due.loan_id and h.ended_on is null and p_day between h.from_on and h.until_on
    and exists (
      select 1 from dpd_log g where g.user_id = h.user_id and g.loan_id = h.loan_id and g.business_on = p_day and g.is_active and g.dpd = 0)
    and exists (
      select 1 from dpd_log g
      where g.user_id = h.user_id and g.loan_id = h.loan_id and g.is_active and g.dpd > 0
        and g.business_on between h.from_on - 1 and p_day)
$$;

-- Whether no new charge may be levied on a loan on a day. The day a hardship is told on is not one: what was levied that
-- morning stands. Rule: LEND-23.
create or replace function is_in_hardship(p_user_id uuid, p_loan_id uuid, p_day date) returns boolean
language sql stable as $$
  select exists (
    select 1 from hardships h
    where h.user_id = p_user_id and h.loan_id = p_loan_id and p_day > h.from_on and p_day <= h.until_on
      and (h.ended_on is null or p_day <= h.ended_on))
$$;

-- Late charges by the table the loan was sold under: once for each instalment and step of lateness, together at most a
-- share of what was financed, none on a loan that does not perform, in hardship, or whose owner could not pay on the last
-- day because of us, and none while a bank owes the answer to a debit: what was not levied on its day is not levied later.
-- Rule: LEND-L1, LEND-L2, LEND-L3, LEND-L4, LEND-L7, LEND-20.
create or replace function open_penal(p_users uuid[], p_loans uuid[], p_day date, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_lines ledger_line[];
begin
  with late as (
    select i.user_id, i.loan_id, i.number, n.late_days, s.late,
      p.amount_paise + p.service_fee_paise as financed,
      i.principal_paise + i.fee_paise + i.interest_paise - i.paid_principal_paise - i.paid_fee_paise - i.paid_interest_paise as unpaid
    from unnest(p_users, p_loans) as due(user_id, loan_id)
    join loans l on l.user_id = due.user_id and l.id = due.loan_id and l.status = 'active'
    join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active and i.is_demanded and i.due_on < p_day
      and i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise < i.principal_paise + i.fee_paise + i.interest_paise
    join payments p on p.user_id = l.user_id and p.id = l.id
    cross join lateral (select late_terms(p.settings_version, p.plan_kind, p.instalment_count) as late) s
    cross join lateral (select counted_from(i.user_id, i.loan_id, i.due_on) as day) since
    cross join lateral (select p_day - since.day - frozen_days(i.user_id, i.loan_id, since.day, p_day - 1) as late_days) n
    where s.late -> 'levyOnLateDays' @> to_jsonb(n.late_days)
      and not exists (select 1 from channel_outages o where o.day_on = p_day - 1)
      and not is_in_hardship(l.user_id, l.id, p_day)
      and not awaits_bank(l.user_id, l.id, i.number, p_day, p_day::timestamp at time zone 'Asia/Kolkata')
  ), priced as (
    select late.*, coalesce(
      (select (band ->> 'chargePaise')::bigint from jsonb_array_elements(late.late -> 'bands') as band
       where late.unpaid <= (band ->> 'unpaidUpToPaise')::bigint order by (band ->> 'unpaidUpToPaise')::bigint limit 1),
      (late.late ->> 'chargeAboveBandsPaise')::bigint) as amount
    from late
  ), allowed as (
    -- Rule: LEND-W7. When a repayment was taken back, past days know no charge that did not stand before, and none higher.
    select priced.user_id, priced.loan_id, number, late_days, late, financed, case
      when p_day > coalesce(l.no_new_penal_through_on, '-infinity') then amount
      else least(amount, (select coalesce(max(c.amount_paise), 0) from charges c
        where c.user_id = l.user_id and c.loan_id = l.id and c.kind = 'penal' and c.number = priced.number
          and c.late_days = priced.late_days and c.reversed_in = l.rewound_count)) end as amount
    from priced join loans l on l.user_id = priced.user_id and l.id = priced.loan_id
  ), capped as (
    select priced.*, greatest(0, least(amount,
      financed * (late ->> 'capBps')::bigint / 10000
        - (select coalesce(sum(c.amount_paise), 0) from charges c
           where c.user_id = priced.user_id and c.loan_id = priced.loan_id and c.kind = 'penal' and c.reversed_on is null)
        - (sum(amount) over (partition by user_id, loan_id order by number) - amount))) as charge
    from allowed as priced
  ), levied as (
    insert into charges (user_id, loan_id, kind, number, late_days, levied_on, overdue_on, amount_paise)
    select c.user_id, c.loan_id, 'penal', c.number, c.late_days, p_day,
      greatest(p_day + 15, (select min(i.due_on) from instalments i
        where i.user_id = c.user_id and i.loan_id = c.loan_id and i.is_active and i.due_on > p_day)),
      c.charge
    from capped c where c.charge > 0
    on conflict do nothing
    returning user_id, id, loan_id, amount_paise
  )
  select array_agg((c.user_id, 'penal', c.id, c.loan_id, p_day, v.account, c.loan_id, v.amount)::ledger_line) into v_lines
  from levied c cross join lateral (values ('A220', c.amount_paise), ('I420', -c.amount_paise)) as v(account, amount);
  if v_lines is not null then perform ledger_write(p_now, v_lines); end if;
end $$;

drop function if exists loan_catch_up(uuid, uuid, date, timestamptz);
drop function if exists loan_accrue(uuid, uuid, date, timestamptz);
drop function if exists loan_demand(uuid, uuid, date, timestamptz);
drop function if exists loan_lines(uuid, text[], bigint[]);
grant execute on function
  close_day(uuid[], date, timestamptz),
  catch_up_days(uuid, date, timestamptz),
  close_accrue(uuid[], uuid[], date, timestamptz),
  standing_at(uuid[], date),
  close_classify(uuid[], uuid[], date, timestamptz),
  open_demands(uuid[], uuid[], date, timestamptz),
  end_hardships(uuid[], uuid[], date),
  is_in_hardship(uuid, uuid, date),
  open_penal(uuid[], uuid[], date, timestamptz),
  loan_day_id(uuid, text, date),
  rhu(bigint, integer)
to mohlat_worker;
