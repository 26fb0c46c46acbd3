-- ledger_write: the only writer of journals. Writes a set of events, each once.
--
-- Lines of one (user, kind, source) are one journal, in the order given; debit is positive. An event that stands already with
-- the same lines is left alone; with other lines, of another loan or with another value date, it is an error. One dated by the day
-- it is posted on is the same when it is asked for again on a later day and dated by that. What a journal may be is looked at
-- by the tables themselves (ledger_check.sql). Answers how many journals were written.
-- Rule: LEND-16, LEND-C5 (kept balances are locked in one order).
create or replace function ledger_write(p_now timestamptz, p_lines ledger_line[], p_reversal_of uuid default null)
returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Rule: LEND-B6. What comes after a day was closed is posted on the first open one.
  v_posting_on date := greatest(ist_date(p_now), (select max(day_on) + 1 from business_days where closed_at is not null));
  v_asked integer;
  v_written integer;
  v_other record;
begin
  -- Looked at before inserting, so that the day's row, which everybody shares, is written once a day and never locked.
  if not exists (select 1 from business_days where day_on = v_posting_on) then
    insert into business_days (day_on, opened_at) values (v_posting_on, p_now) on conflict do nothing;
  end if;

  with event as (
    select distinct on (user_id, source_kind, source_id) user_id, source_kind, source_id, loan_id, effective_on
    from unnest(p_lines)
  ), head as (
    insert into journals (user_id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at, reversal_of)
    select user_id, source_kind, source_id, loan_id, effective_on, v_posting_on, p_now, p_reversal_of from event
    on conflict (user_id, source_kind, source_id) do nothing
    returning user_id, id, source_kind, source_id
  ), line as (
    insert into postings (user_id, journal_id, line, account, loan_id, amount_paise)
    select h.user_id, h.id, row_number() over (partition by h.user_id, h.id order by t.place), t.account, t.line_loan_id, t.amount_paise
    from head h
    join unnest(p_lines) with ordinality
      as t(user_id, source_kind, source_id, loan_id, effective_on, account, line_loan_id, amount_paise, place)
      using (user_id, source_kind, source_id)
    returning user_id, account, loan_id, amount_paise
  ), kept as (
    insert into account_balances as kept (user_id, account, loan_id, balance_paise)
    select user_id, account, coalesce(line.loan_id, '00000000-0000-0000-0000-000000000000'), sum(amount_paise)
    from line join accounts on accounts.code = account and accounts.tracked
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (user_id, account, loan_id) do update set balance_paise = kept.balance_paise + excluded.balance_paise
  )
  select (select count(*) from event), (select count(*) from head) into v_asked, v_written;
  if v_written = v_asked then return v_written; end if;

  select a.source_kind, a.source_id, x.is_other into v_other
  from (
    select user_id, source_kind, source_id, loan_id, effective_on,
      array_agg(concat_ws(' ', account, amount_paise, line_loan_id) order by account, amount_paise, line_loan_id) as lines
    from unnest(p_lines) group by 1, 2, 3, 4, 5
  ) a
  join journals j using (user_id, source_kind, source_id)
  cross join lateral (select a.loan_id is distinct from j.loan_id or a.lines <> (
    select array_agg(concat_ws(' ', p.account, p.amount_paise, p.loan_id) order by p.account, p.amount_paise, p.loan_id)
    from postings p where p.user_id = j.user_id and p.journal_id = j.id) as is_other) x
  where x.is_other
    or a.effective_on <> j.effective_on and not (j.effective_on = ist_date(j.posted_at) and a.effective_on = ist_date(p_now));
  if found then
    raise exception using errcode = 'unique_violation',
      message = format(
        case when v_other.is_other then 'journal %s stands already with other lines'
          else 'journal %s stands already with another value date' end, v_other.source_kind), detail = format('source %s', v_other.source_id);
  end if;
  return v_written;
end $$;

-- ledger_post: one event of the transaction's own user. Answers the journal's id; the same event again answers the first.
-- p_postings: [{"account": "A200", "amountPaise": 1500000, "loanId": "…" | null}, …], debit positive.
create or replace function ledger_post(
  p_user_id uuid, p_source_kind text, p_source_id uuid, p_loan_id uuid,
  p_effective_on date, p_now timestamptz, p_postings jsonb, p_reversal_of uuid default null
) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_lines ledger_line[];
begin
  -- The caller's transaction acts for one user; a journal for another would be a bug, not a case.
  if p_user_id is distinct from app_user_id() then
    raise exception 'ledger_post: journal for % in a transaction for %', p_user_id, app_user_id();
  end if;
  select array_agg(
    (p_user_id, p_source_kind, p_source_id, p_loan_id, p_effective_on,
     line ->> 'account', (line ->> 'loanId')::uuid, (line ->> 'amountPaise')::bigint)::ledger_line order by ordinality)
  into v_lines
  from jsonb_array_elements(p_postings) with ordinality as t(line, ordinality);
  if v_lines is null then
    raise exception 'ledger_post: % % has no lines', p_source_kind, p_source_id;
  end if;
  perform ledger_write(p_now, v_lines, p_reversal_of);
  return (
    select id from journals where user_id = p_user_id and source_kind = p_source_kind and source_id = p_source_id
  );
end $$;

-- The name of a step of a loan in the ledger. A step that was taken back and is taken again has another one: the loan
-- counts how often it was rewound.
create or replace function step_name(p_source_id uuid, p_rewound_count integer) returns uuid
language sql immutable parallel safe as $$
  select case p_rewound_count when 0 then p_source_id else md5(p_source_id::text || ' again ' || p_rewound_count)::uuid end
$$;
-- A journal's source is a row; a day of a loan has none of its own, so its name is made from both.
create or replace function loan_day_id(p_loan_id uuid, p_step text, p_day date) returns uuid
language sql immutable parallel safe as $$
  select md5(p_loan_id::text || ' ' || p_step || ' ' || p_day::text)::uuid
$$;
grant execute on function step_name(uuid, integer), loan_day_id(uuid, text, date) to mohlat_worker;

-- The exact opposite of a journal, on the day it took effect. Rule: LEND-16 (corrections), LEND-W6.
create or replace function ledger_mirror(p_user_id uuid, p_journal_id uuid, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_lines ledger_line[];
begin
  -- Read before the call: a query over rows of people that calls what writes them is two transactions on a cluster (decision 121).
  select array_agg((j.user_id, 'reversal', j.id, j.loan_id, j.effective_on, p.account, p.loan_id, -p.amount_paise)::ledger_line order by p.line)
    into v_lines
  from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
  where j.user_id = p_user_id and j.id = p_journal_id;
  perform ledger_write(p_now, v_lines, p_journal_id);
end $$;
grant execute on function ledger_mirror(uuid, uuid, timestamptz) to mohlat_worker;

do $$ begin
  execute 'grant create on schema public to mohlat_books';
  execute 'alter function ledger_write(timestamptz, ledger_line[], uuid) owner to mohlat_books';
  execute 'alter function ledger_post(uuid, text, uuid, uuid, date, timestamptz, jsonb, uuid) owner to mohlat_books';
  execute 'revoke create on schema public from mohlat_books';
end $$;
revoke all on function ledger_write(timestamptz, ledger_line[], uuid) from public;
revoke all on function ledger_post(uuid, text, uuid, uuid, date, timestamptz, jsonb, uuid) from public;
grant execute on function ledger_write(timestamptz, ledger_line[], uuid) to mohlat_worker;
grant execute on function ledger_post(uuid, text, uuid, uuid, date, timestamptz, jsonb, uuid) to mohlat_api, mohlat_worker;
