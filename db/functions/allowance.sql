-- close_allowance: at the close of a month's last day, the loss allowance of each loan by its class of that day: journal 25.
-- What is written is the difference to what is held, in either direction. A consequence of the day: taking a loan back
-- mirrors it, and it is written anew with the day. Rule: LEND-16 journal 25, LEND-D7, LEND-22 step 9.
create or replace function close_allowance(p_users uuid[], p_loans uuid[], p_day date, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_rates jsonb;
  v_lines ledger_line[];
begin
  if extract(day from p_day + 1) <> 1 then return; end if;
  -- The rates in force on the day; before there were any, the first ones.
  select content -> 'lossAllowance' into v_rates from settings
  order by (ist_date(effective_at) <= p_day) desc, abs(extract(epoch from effective_at) - extract(epoch from p_day)), version desc
  limit 1;
  select array_agg((c.user_id, 'ecl', step_name(loan_day_id(c.loan_id, 'ecl', p_day), c.rewound_count), c.loan_id, p_day,
    v.account, c.loan_id, v.amount)::ledger_line) into v_lines
  from (
    select l.user_id, l.id as loan_id, l.rewound_count, rhu(
        coalesce(sum(b.balance_paise) filter (where b.account <> 'A290'), 0)::bigint * (v_rates ->> case g.class
          when 'NPA' then 'npaBps' when 'SMA1' then 'lateBps' when 'SMA2' then 'lateBps' else 'earlyBps' end)::bigint, 10000)
      + coalesce(sum(b.balance_paise) filter (where b.account = 'A290'), 0)::bigint as change
    from unnest(p_users, p_loans) as due(user_id, loan_id)
    join loans l on l.user_id = due.user_id and l.id = due.loan_id and l.status in ('active', 'npa')
    join dpd_log g on g.user_id = l.user_id and g.loan_id = l.id and g.business_on = p_day and g.is_active
    join account_balances b on b.user_id = l.user_id and b.loan_id = l.id and b.account in ('A200', 'A201', 'A202', 'A203', 'A290')
    group by l.user_id, l.id, l.rewound_count, g.class
  ) c
  cross join lateral (values ('E520', c.change), ('A290', -c.change)) as v(account, amount)
  where c.change <> 0;
  if v_lines is not null then perform ledger_write(p_now, v_lines); end if;
end $$;

-- What is still held for a loan that ends is held for nothing: it goes back. Part of the ending, and taken back with it.
create or replace function allowance_release(p_user_id uuid, p_loan_id uuid, p_on date, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_held bigint;
begin
  select -balance_paise into v_held from account_balances where user_id = p_user_id and account = 'A290' and loan_id = p_loan_id;
  if coalesce(v_held, 0) = 0 then return; end if;
  perform ledger_post(p_user_id, 'ecl', step_name(loan_day_id(p_loan_id, 'ecl released', p_on),
      (select rewound_count from loans where user_id = p_user_id and id = p_loan_id)), p_loan_id, p_on, p_now, jsonb_build_array(
    jsonb_build_object('account', 'A290', 'amountPaise', v_held, 'loanId', p_loan_id),
    jsonb_build_object('account', 'E520', 'amountPaise', -v_held, 'loanId', p_loan_id)));
end $$;
grant execute on function
  close_allowance(uuid[], uuid[], date, timestamptz),
  allowance_release(uuid, uuid, date, timestamptz)
to mohlat_worker;
