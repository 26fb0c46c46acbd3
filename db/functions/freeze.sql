-- Whether a loan is frozen: the one place that everything asks that decides about lateness. The rail said, in a word whose
-- meaning it documents, that the bill is on its way back; until two people have decided, nobody is dunned for it. The same
-- rule as packages/lending/src/freeze.ts.
--
-- A day is frozen or it is not. At the close of a frozen day nothing is counted and nothing is opened for the day after: what
-- had fallen due by that morning stands. So a day that is closed late, or lived again, gives the same books.
-- Rule: LEND-X10.

create or replace function is_frozen(p_user_id uuid, p_loan_id uuid, p_day date) returns boolean
language sql stable parallel safe as $$
  select coalesce((
    select f.is_frozen from loan_freezes f
    where f.user_id = p_user_id and f.loan_id = p_loan_id and f.from_on <= p_day
    order by f.seq desc limit 1), false)
$$;

-- frozen_days: how many of the days from one to another, both included, count for nothing; 0 where one is null. Asked for each
-- loan at each close: one plan for all calls, for one that knows the days looks cheaper and is made anew each time.
create or replace function frozen_days(p_user_id uuid, p_loan_id uuid, p_from date, p_through date) returns integer
language sql stable parallel safe set plan_cache_mode = force_generic_plan as $$
  select case when not exists (select 1 from loan_freezes f where f.user_id = p_user_id and f.loan_id = p_loan_id) then 0
    else (select count(*)::integer from generate_series(p_from, p_through, interval '1 day') as d
          where is_frozen(p_user_id, p_loan_id, d::date)) end
$$;

-- demanded_on: the day at whose opening an instalment is demanded: its due date, or the second after a freeze; null while it
-- lasts. The day before it is closed unfrozen.
create or replace function demanded_on(p_user_id uuid, p_loan_id uuid, p_due_on date) returns date
language sql stable parallel safe as $$
  select min(d) from (
    select p_due_on as d
    union all
    select f.from_on + 1 from loan_freezes f
    where f.user_id = p_user_id and f.loan_id = p_loan_id and not f.is_frozen and f.from_on >= p_due_on
  ) c
  where not is_frozen(p_user_id, p_loan_id, d - 1)
$$;

-- counted_from: the day from which an instalment's lateness counts: the one it is demanded on, so that whoever had no day to
-- pay it has that one, as on any due date. Its due date while no day of demand is known. Rule: LEND-D1, LEND-L1, LEND-X10.
create or replace function counted_from(p_user_id uuid, p_loan_id uuid, p_due_on date) returns date
language sql stable parallel safe as $$
  select case when not exists (select 1 from loan_freezes f where f.user_id = p_user_id and f.loan_id = p_loan_id) then p_due_on
    else coalesce(demanded_on(p_user_id, p_loan_id, p_due_on), p_due_on) end
$$;

-- loan_freeze: the rail's word freezes a loan that is open and not frozen yet, from the first day that is not closed: a closed day
-- stays what it was, however long the word waited at midnight. Answers whether it did. The caller holds the credit account.
create or replace function loan_freeze(p_user_id uuid, p_loan_id uuid, p_word text, p_rail_row_id uuid, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
  select l.user_id, l.id, 1 + coalesce((
      select max(f.seq) from loan_freezes f where f.user_id = l.user_id and f.loan_id = l.id), 0),
    true, greatest(ist_date(p_now), d.closed_through_on + 1), p_now, p_word, p_rail_row_id
  from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
  where l.user_id = p_user_id and l.id = p_loan_id and l.status in ('active', 'npa')
    and not is_frozen(l.user_id, l.id, greatest(ist_date(p_now), d.closed_through_on + 1))
  on conflict do nothing;
  return found;
end $$;

-- loan_thaw: a freeze ends: the loan is undone, or somebody found the bill's return withdrawn. Debits are planned anew.
-- Answers whether it was frozen.
create or replace function loan_thaw(p_user_id uuid, p_loan_id uuid, p_word text, p_decided_by uuid, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, decided_by)
  select p_user_id, p_loan_id, 1 + max(f.seq), false, ist_date(p_now), p_now, p_word, p_decided_by
  from loan_freezes f
  where f.user_id = p_user_id and f.loan_id = p_loan_id and is_frozen(p_user_id, p_loan_id, ist_date(p_now))
  having count(*) > 0;
  if not found then return false; end if;
  update mandates set plan_at = p_now where user_id = p_user_id and loan_id = p_loan_id and status = 'active';
  return true;
end $$;
grant execute on function is_frozen(uuid, uuid, date), frozen_days(uuid, uuid, date, date), demanded_on(uuid, uuid, date),
  counted_from(uuid, uuid, date)
to mohlat_api, mohlat_worker, mohlat_staff;
grant execute on function
  loan_freeze(uuid, uuid, text, uuid, timestamptz), loan_thaw(uuid, uuid, text, uuid, timestamptz)
to mohlat_worker;
