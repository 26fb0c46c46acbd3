-- write_off_apply: takes a loan out of the books that two people gave up: journal 29. The allowance is used first, then it is
-- a loss; income that was never received leaves suspense. The borrower owes on: instalments and charges keep what is
-- unpaid, and what comes in is recovery (30). Answers false where nothing is owed by then.
--
-- Interest of days to come is never owed: what had not accrued is marked as covered, and everything is demanded.
-- A write-off is a fact: taking the loan back takes its journal back, and it is written anew in its turn (see rewind_loan).
-- Rule: LEND-16 journal 29, LEND-D5. Locks: the caller holds credit account and loan (LEND-C5).
create or replace function write_off_apply(p_user_id uuid, p_write_off_id uuid, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  v_row write_offs%rowtype;
  v_loan loans%rowtype;
  v_journal uuid;
  v_principal bigint;
begin
  select * into v_row from write_offs where user_id = p_user_id and id = p_write_off_id;
  select * into v_loan from loans where user_id = p_user_id and id = v_row.loan_id;
  if v_loan.status not in ('active', 'npa') then
    update write_offs set is_applied = false, journal_id = null where user_id = p_user_id and id = p_write_off_id;
    return false;
  end if;
  v_journal := write_off_post(p_user_id, v_row, v_loan, p_now);

  select sum(principal_paise - paid_principal_paise) into v_principal from instalments
  where user_id = p_user_id and loan_id = v_loan.id and is_active;
  update allocations set is_earmark = false where user_id = p_user_id and loan_id = v_loan.id and is_active and is_earmark;
  update instalments i set is_demanded = true, paid_interest_paise = greatest(i.paid_interest_paise,
    never_owed(i, v_row.effective_on))
  where i.user_id = p_user_id and i.loan_id = v_loan.id and i.is_active and not i.is_demanded;
  update loans set status = 'written_off', written_off_on = v_row.effective_on where user_id = p_user_id and id = v_loan.id;
  update loan_days set is_open = false where user_id = p_user_id and loan_id = v_loan.id;
  update credit_accounts set used_paise = used_paise - v_principal, updated_at = p_now where user_id = p_user_id;
  update write_offs w set is_applied = true, journal_id = v_journal, principal_paise = o.principal, fee_paise = o.fee,
    interest_paise = o.interest, charges_paise = o.charges
  from (
    select sum(i.principal_paise - i.paid_principal_paise) as principal, sum(i.fee_paise - i.paid_fee_paise) as fee,
      sum(i.interest_paise - i.paid_interest_paise) as interest, (
        select coalesce(sum(c.amount_paise - c.paid_paise - c.waived_paise), 0) from charges c
        where c.user_id = p_user_id and c.loan_id = v_loan.id and c.reversed_on is null) as charges
    from instalments i where i.user_id = p_user_id and i.loan_id = v_loan.id and i.is_active
  ) o
  where w.user_id = p_user_id and w.id = p_write_off_id;
  return true;
end $$;

-- The interest of an instalment to come that has not accrued when the loan is written off.
create or replace function never_owed(i instalments, p_on date) returns bigint language sql immutable as $$
  select i.interest_paise - case when p_on > i.start_on
    then rhu(i.interest_paise * (p_on - i.start_on), i.due_on - i.start_on) else 0 end
$$;

-- The journal: every balance of the loan against money held for it, suspense, the whole allowance, and the loss.
create or replace function write_off_post(p_user_id uuid, p_row write_offs, p_loan loans, p_now timestamptz) returns uuid
language plpgsql as $$
declare
  v_lines jsonb;
begin
  with balance as (
    select account, balance_paise as amount from account_balances
    where user_id = p_user_id and loan_id = p_loan.id and balance_paise <> 0
      and account in ('A200', 'A201', 'A202', 'A203', 'A210', 'A211', 'A220', 'A221', 'L300', 'A290')
    union all
    select 'L350', sum(amount_paise)::bigint from postings
    where user_id = p_user_id and loan_id = p_loan.id and account = 'L350' having sum(amount_paise) <> 0
  ), line as (
    select account, -amount as amount from balance
    union all
    select 'E520', sum(amount)::bigint from balance having sum(amount) <> 0
  )
  select jsonb_agg(jsonb_build_object('account', account, 'amountPaise', amount, 'loanId', p_loan.id) order by amount < 0, account)
  into v_lines from line;
  return ledger_post(p_user_id, 'write_off', step_name(p_row.id, p_loan.rewound_count), p_loan.id, p_row.effective_on, p_now, v_lines);
end $$;
grant execute on function
  never_owed(instalments, date),
  write_off_apply(uuid, uuid, timestamptz),
  write_off_post(uuid, write_offs, loans, timestamptz)
to mohlat_worker;
