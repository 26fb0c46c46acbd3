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
    and (l.status = 'closed' or loan_closed_through(d) >= i.due_on)
    and paid.principal >= i.principal_paise and paid.fee >= i.fee_paise
    and (paid.interest >= i.interest_paise or l.closed_on < i.due_on)
$$;

-- rewards_owing: those of them that have no reward yet, with what the person was given for the month.
create or replace function rewards_owing(p_users uuid[], p_from date, p_to date)
returns table (
  user_id uuid, loan_id uuid, number integer, earned_on date, paid_paise bigint, rewound_count integer, given_in_month_paise bigint
) language sql stable as $$
  select d.*, (
    select coalesce(sum(w.amount_paise), 0)::bigint from rewards w
    where w.user_id = d.user_id and w.kind = 'cashback' and w.state <> 'clawed_back'
      and date_trunc('month', w.earned_on) = date_trunc('month', d.earned_on))
  from rewards_deserved(p_users, p_from, p_to) d
  where not exists (
    select 1 from rewards w where w.user_id = d.user_id and w.loan_id = d.loan_id and w.number = d.number
      and w.kind = 'cashback' and w.state <> 'clawed_back')
$$;

-- rewards_look_again: looks at rewards whose repayment may be no longer there: of loans that were rewound or undone since. What rests
-- on nothing is clawed back; one that was used is our expense. Answers what it looked at; the caller books what was lost.
create or replace function rewards_look_again(p_limit integer)
returns table (user_id uuid, id uuid, kind text, amount_paise bigint, loan_id uuid, earned_on date, state text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_users uuid[];
  v_ids uuid[];
begin
  select array_agg(distinct w.user_id), array_agg(w.id) into v_users, v_ids from (
    select r.user_id, r.id from rewards r join loans l on l.user_id = r.user_id and l.id = r.loan_id
    where r.kind = 'cashback' and r.state = 'available'
      and (l.rewound_count <> r.rewound_count or l.status in ('exited', 'unwound') and not r.is_used)
    order by r.user_id, r.id limit p_limit for update of r
  ) w;
  return query
  with standing as (
    select d.user_id, d.loan_id, d.number from rewards_deserved(v_users, '-infinity', 'infinity') d
  )
  update rewards r set rewound_count = l.rewound_count,
    state = case when r.is_used or exists (
        select 1 from standing s where s.user_id = r.user_id and s.loan_id = r.loan_id and s.number = r.number)
      then r.state else 'clawed_back' end
  from loans l
  where r.user_id = any (v_users) and r.id = any (v_ids) and l.user_id = r.user_id and l.id = r.loan_id
  returning r.user_id, r.id, r.kind, r.amount_paise, r.loan_id, r.earned_on, r.state;
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

grant execute on function
  rewards_deserved(uuid[], date, date),
  rewards_owing(uuid[], date, date),
  rewards_look_again(integer),
  rewards_held()
to mohlat_worker;
