-- Rewards: earned by paying on time, never by borrowing. What is earned follows from the shares of repayments alone, so that
-- looking again finds the same, and money heard of late earns what it would have earned at once. Rule: LEND-24, LEND-16
-- journals 31 and 32. Their postings carry no loan: a reward is owed to a person.

-- Every instalment of some people that was covered in full, by its due date, by money with a value date up to then. An
-- instalment of a loan closed before it fell due counts with what closing early left of it.
create or replace function rewards_deserved(p_users uuid[], p_from date, p_to date)
returns table (user_id uuid, loan_id uuid, number integer, earned_on date, paid_paise bigint, rewound_count integer)
language sql stable as $$
  select i.user_id, i.loan_id, i.number, least(i.due_on, l.closed_on), paid.total, l.rewound_count
  from instalments i
  join loans l on l.user_id = i.user_id and l.id = i.loan_id
  join loan_days d on d.user_id = i.user_id and d.loan_id = i.loan_id
  cross join lateral (
    select coalesce(sum(a.amount_paise) filter (where a.component = 'principal'), 0)::bigint as principal,
      coalesce(sum(a.amount_paise) filter (where a.component = 'fee'), 0)::bigint as fee,
      coalesce(sum(a.amount_paise) filter (where a.component = 'interest'), 0)::bigint as interest,
      coalesce(sum(a.amount_paise), 0)::bigint as total
    from allocations a join repayments r on r.user_id = a.user_id and r.id = a.repayment_id
    where a.user_id = i.user_id and a.loan_id = i.loan_id and a.number = i.number and a.is_active and r.value_on <= i.due_on
  ) paid
  where i.user_id = any (p_users) and i.is_active and l.status in ('active', 'npa', 'closed')
    and least(i.due_on, l.closed_on) between p_from and p_to
    and (l.status = 'closed' or d.closed_through_on >= i.due_on)
    and paid.principal >= i.principal_paise and paid.fee >= i.fee_paise
    and (paid.interest >= i.interest_paise or l.closed_on < i.due_on)
$$;

-- rewards_earn: gives some people what they earned in a span of days and do not have yet, up to the month's bound: journal 31.
create or replace function rewards_earn(p_users uuid[], p_from date, p_to date, p_now timestamptz)
returns table (user_id uuid, id uuid, amount_paise bigint) language plpgsql as $$
#variable_conflict use_column
declare
  v_terms jsonb;
  v_ids uuid[];
begin
  select s.content -> 'rewards' into v_terms from settings s
  where s.effective_at <= p_now order by s.effective_at desc, s.version desc limit 1;
  with new as (
    select d.*, date_trunc('month', d.earned_on) as month,
      d.paid_paise * (v_terms ->> 'cashbackBps')::bigint / 10000 as paise
    from rewards_deserved(p_users, p_from, p_to) d
    where not exists (
      select 1 from rewards w where w.user_id = d.user_id and w.loan_id = d.loan_id and w.number = d.number
        and w.kind = 'cashback' and w.state <> 'clawed_back')
  ), bounded as (
    select n.*, (v_terms ->> 'monthlyCapPaise')::bigint - (
        select coalesce(sum(w.amount_paise), 0) from rewards w
        where w.user_id = n.user_id and w.kind = 'cashback' and w.state <> 'clawed_back' and date_trunc('month', w.earned_on) = n.month
      ) - (sum(n.paise) over (partition by n.user_id, n.month order by n.earned_on, n.loan_id, n.number) - n.paise) as room
    from new n
  ), given as (
    insert into rewards (user_id, kind, amount_paise, loan_id, number, rewound_count, earned_on, earned_at, expires_on)
    select user_id, 'cashback', least(paise, room), loan_id, number, rewound_count, earned_on, p_now,
      (earned_on + make_interval(months => (v_terms ->> 'expiryMonths')::integer))::date
    from bounded where least(paise, room) > 0
    on conflict do nothing
    returning rewards.id
  )
  select array_agg(given.id) into v_ids from given;
  if v_ids is null then return; end if;
  perform rewards_post(p_users, v_ids, 'reward', null, 1, p_now);
  return query select w.user_id, w.id, w.amount_paise from rewards w where w.user_id = any (p_users) and w.id = any (v_ids);
end $$;

-- Writes the journals of some rewards: an account against the liability, or back; by default the expense of their kind.
create or replace function rewards_post(
  p_users uuid[], p_ids uuid[], p_kind text, p_account text, p_sign integer, p_now timestamptz
) returns void language plpgsql as $$
begin
  perform ledger_write(p_now, (
    select array_agg((w.user_id, p_kind, w.id, case p_account when 'L310' then w.loan_id end, w.effective_on, line.account, line.loan_id,
      line.sign * p_sign * w.amount_paise)::ledger_line order by w.user_id, w.id, line.place)
    from (
      -- Earned on its day; every later event of it happens now.
      select r.*, case when p_kind in ('reward', 'referral') then r.earned_on else ist_date(p_now) end as effective_on
      from rewards r where r.user_id = any (p_users) and r.id = any (p_ids)
    ) w
    cross join lateral (values
      (1, coalesce(p_account, case w.kind when 'referral' then 'E501' else 'E500' end),
        case p_account when 'L310' then w.loan_id end, 1),
      (2, 'L340', null, -1)
    ) as line(place, account, loan_id, sign)
  ));
end $$;

-- rewards_claw_back: takes back what rests on a repayment that is no longer there. One that was used is our expense.
-- Answers how many were looked at anew. Only loans that were rewound or undone since are looked at.
create or replace function rewards_claw_back(p_now timestamptz, p_limit integer) returns integer language plpgsql as $$
declare
  v_users uuid[];
  v_ids uuid[];
  v_lost uuid[];
begin
  select array_agg(distinct w.user_id), array_agg(w.id) into v_users, v_ids from (
    select r.user_id, r.id from rewards r join loans l on l.user_id = r.user_id and l.id = r.loan_id
    where r.kind = 'cashback' and r.state = 'available'
      and (l.rewound_count <> r.rewound_count or l.status in ('exited', 'unwound') and not r.is_used)
    order by r.user_id, r.id limit p_limit for update of r
  ) w;
  if v_ids is null then return 0; end if;
  with standing as (
    select d.user_id, d.loan_id, d.number from rewards_deserved(v_users, '-infinity', 'infinity') d
  ), looked as (
    update rewards r set rewound_count = l.rewound_count,
      state = case when r.is_used or exists (
          select 1 from standing s where s.user_id = r.user_id and s.loan_id = r.loan_id and s.number = r.number)
        then r.state else 'clawed_back' end
    from loans l
    where r.user_id = any (v_users) and r.id = any (v_ids) and l.user_id = r.user_id and l.id = r.loan_id
    returning r.id, r.state
  )
  select array_agg(id) into v_lost from looked where state = 'clawed_back';
  if v_lost is not null then perform rewards_post(v_users, v_lost, 'reward_end', null, -1, p_now); end if;
  return cardinality(v_ids);
end $$;

-- rewards_expire: what was not used in its time is no longer owed. Answers how many.
create or replace function rewards_expire(p_today date, p_now timestamptz, p_limit integer) returns integer language plpgsql as $$
declare
  v_users uuid[];
  v_ids uuid[];
begin
  with over as (
    update rewards r set state = 'expired' from (
      select user_id, id from rewards where state = 'available' and not is_used and expires_on <= p_today
      order by expires_on, user_id, id limit p_limit for update skip locked
    ) due
    where r.user_id = due.user_id and r.id = due.id returning r.user_id, r.id
  )
  select array_agg(distinct user_id), array_agg(id) into v_users, v_ids from over;
  if v_ids is null then return 0; end if;
  perform rewards_post(v_users, v_ids, 'reward_end', null, -1, p_now);
  return cardinality(v_ids);
end $$;

-- What repayments of rewards hold beyond what they were needed for and was not given back yet.
create or replace function rewards_held() returns table (user_id uuid, loan_id uuid, repayment_id uuid, paise bigint)
language sql stable as $$
  select r.user_id, r.loan_id, r.id, held.paise
  from repayments r
  cross join lateral (
    select (select coalesce(sum(a.amount_paise), 0) from allocations a
            where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component = 'excess')
      - (select coalesce(sum(w.amount_paise), 0) from rewards w where w.user_id = r.user_id and w.from_repayment_id = r.id) as paise
  ) held
  where r.channel = 'reward' and r.status = 'succeeded' and held.paise > 0
$$;

-- rewards_give_back: what a reward paid and was not needed, because other money turned out to be there first, becomes a reward
-- again: it never was money that could go back to a bank. Answers how many.
create or replace function rewards_give_back(p_now timestamptz, p_limit integer) returns integer language plpgsql as $$
declare
  v_people uuid[];
  v_months integer;
  v_users uuid[];
  v_ids uuid[];
begin
  select (s.content -> 'rewards' ->> 'expiryMonths')::integer into v_months from settings s
  where s.effective_at <= p_now order by s.effective_at desc, s.version desc limit 1;
  -- One runner at a time for a person, and none while a loan of theirs is lived through again: looked at once locked.
  select array_agg(user_id) into v_people from (
    select user_id from credit_accounts where user_id in (select h.user_id from rewards_held() h order by h.user_id limit p_limit)
    order by user_id for update
  ) locked;
  if v_people is null then return 0; end if;
  with due as (
    select h.* from rewards_held() h where h.user_id = any (v_people) order by h.user_id, h.repayment_id limit p_limit
  ), given as (
    insert into rewards (user_id, kind, amount_paise, loan_id, from_repayment_id, earned_on, earned_at, expires_on)
    select user_id, 'returned', paise, loan_id, repayment_id, ist_date(p_now), p_now,
      (ist_date(p_now) + make_interval(months => v_months))::date
    from due returning user_id, id
  )
  select array_agg(distinct user_id), array_agg(id) into v_users, v_ids from given;
  if v_ids is null then return 0; end if;
  perform rewards_post(v_users, v_ids, 'reward_returned', 'L310', 1, p_now);
  return cardinality(v_ids);
end $$;

grant execute on function
  rewards_deserved(uuid[], date, date),
  rewards_earn(uuid[], date, date, timestamptz),
  rewards_post(uuid[], uuid[], text, text, integer, timestamptz),
  rewards_claw_back(timestamptz, integer),
  rewards_expire(date, timestamptz, integer),
  rewards_held(),
  rewards_give_back(timestamptz, integer)
to mohlat_worker;
