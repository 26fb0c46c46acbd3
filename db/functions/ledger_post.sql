-- ledger_post: the only writer of journals. One balanced event, posted once.
--
-- p_postings: [{"account": "A200", "amountPaise": 1500000, "loanId": "…" | null}, …], debit positive.
-- Answers the journal's id; posting the same (user, kind, source) again answers the first one and writes nothing.
-- Raises when the lines do not balance, name an unknown account or fall on a closed business day.
-- Rule: LEND-16, LEND-C5 (kept balances are locked in the order of account and loan).
create or replace function ledger_post(
  p_user_id uuid, p_source_kind text, p_source_id uuid, p_loan_id uuid,
  p_effective_on date, p_now timestamptz, p_postings jsonb, p_reversal_of uuid default null
) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_journal uuid;
  v_posting_on date := ist_date(p_now);
  v_sum bigint;
  v_count integer;
begin
  -- The caller's transaction acts for one user; a journal for another would be a bug, not a case.
  if p_user_id is distinct from app_user_id() then
    raise exception 'ledger_post: journal for % in a transaction for %', p_user_id, app_user_id();
  end if;

  insert into journals (user_id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at, reversal_of)
  values (p_user_id, p_source_kind, p_source_id, p_loan_id, p_effective_on, v_posting_on, p_now, p_reversal_of)
  on conflict (user_id, source_kind, source_id) do nothing
  returning id into v_journal;
  if v_journal is null then
    select id into strict v_journal from journals
    where user_id = p_user_id and source_kind = p_source_kind and source_id = p_source_id;
    return v_journal;
  end if;

  insert into postings (user_id, journal_id, line, account, loan_id, amount_paise)
  select p_user_id, v_journal, ordinality, line ->> 'account', (line ->> 'loanId')::uuid, (line ->> 'amountPaise')::bigint
  from jsonb_array_elements(p_postings) with ordinality as t(line, ordinality);

  select coalesce(sum((line ->> 'amountPaise')::bigint), 0), count(*) into v_sum, v_count
  from jsonb_array_elements(p_postings) as t(line);
  if v_sum <> 0 or v_count < 2 then
    raise exception 'ledger_post: % % does not balance (sum %, % lines)', p_source_kind, p_source_id, v_sum, v_count;
  end if;

  insert into account_balances as kept (user_id, account, loan_id, balance_paise)
  select p_user_id, account, loan, amount
  from (
    select line ->> 'account' as account,
           coalesce((line ->> 'loanId')::uuid, '00000000-0000-0000-0000-000000000000') as loan,
           sum((line ->> 'amountPaise')::bigint) as amount
    from jsonb_array_elements(p_postings) as t(line)
    group by 1, 2
  ) moved
  join accounts on accounts.code = moved.account and accounts.tracked
  order by account, loan
  on conflict (user_id, account, loan_id) do update set balance_paise = kept.balance_paise + excluded.balance_paise;

  -- Looked at before inserting, so that the day's row, which everybody shares, is written once a day and never locked.
  if not exists (select 1 from business_days where day_on = v_posting_on) then
    insert into business_days (day_on, opened_at) values (v_posting_on, p_now) on conflict do nothing;
  end if;
  if exists (select 1 from business_days where day_on = v_posting_on and closed_at is not null) then
    raise exception 'ledger_post: business day % is closed', v_posting_on;
  end if;
  return v_journal;
end $$;

do $$ begin
  execute 'grant create on schema public to mohlat_books';
  execute 'alter function ledger_post(uuid, text, uuid, uuid, date, timestamptz, jsonb, uuid) owner to mohlat_books';
  execute 'revoke create on schema public from mohlat_books';
end $$;
revoke all on function ledger_post(uuid, text, uuid, uuid, date, timestamptz, jsonb, uuid) from public;
grant execute on function ledger_post(uuid, text, uuid, uuid, date, timestamptz, jsonb, uuid) to mohlat_api, mohlat_worker;
