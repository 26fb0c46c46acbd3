-- payment_unwind: the rail returned a bill that was paid. The loan is as if it had never been: everything of it is
-- mirrored, newest first, what the person repaid is theirs again, and the rail owes the bill to the float (journal 9).
-- Answers false when the payment is not paid (any more). The caller begins the refunds in the same transaction.
--
-- Facts stand: the sending, the network's fee, refunds, settlements of the collection provider, chargebacks. The loan is
-- never taken back to a day again; money that comes later is all excess.
-- Rule: LEND-16 journal 9, LEND-18. Locks: credit account, loan, payment, kept balances (LEND-C5).
create or replace function payment_unwind(p_user_id uuid, p_payment_id uuid, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  v_today date := ist_date(p_now);
  v_loan loans%rowtype;
  v_bill bigint;
  v_undone uuid[];
  v_journal uuid;
begin
  perform 1 from credit_accounts where user_id = p_user_id for update;
  select * into v_loan from loans where user_id = p_user_id and id = p_payment_id for update;
  if v_loan.id is null or not payment_move(p_user_id, p_payment_id, array['paid'], 'reversed', 'reversed', p_now) then
    return false;
  end if;
  select amount_paise into v_bill from payments where user_id = p_user_id and id = p_payment_id;

  select array_agg(repayment_id) into v_undone from rewind_loan(p_user_id, p_payment_id, v_loan.disbursed_on, p_now);
  for v_journal in
    select j.id from journals j
    where j.user_id = p_user_id and j.loan_id = p_payment_id and j.reversal_of is null
      and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id)
      and exists (
        select 1 from postings x where x.user_id = j.user_id and x.journal_id = j.id
          and x.account in ('A200', 'A201', 'A202', 'A203', 'A210', 'A211', 'A220', 'A221', 'L300', 'L350'))
    order by j.posted_at desc, j.id desc
  loop
    perform ledger_mirror(p_user_id, v_journal, p_now);
  end loop;

  perform unwind_repayments(p_user_id, p_payment_id, v_undone, p_now);
  -- What was waived or written off of it is not done again: there is nothing it could be done over.
  update waivers set applied_paise = 0 where user_id = p_user_id and loan_id = p_payment_id and applied_paise is null;
  update write_offs set is_applied = false where user_id = p_user_id and loan_id = p_payment_id and is_applied is null;
  update charges set reversed_on = v_today, paid_paise = 0, waived_paise = 0
  where user_id = p_user_id and loan_id = p_payment_id and reversed_on is null;
  -- Taken back by the rewind and not to come again: there is nothing left to waive or to give up.
  update waivers set applied_paise = 0 where user_id = p_user_id and loan_id = p_payment_id and applied_paise is null;
  update write_offs set is_applied = false where user_id = p_user_id and loan_id = p_payment_id and is_applied is null;
  update instalments set is_active = false where user_id = p_user_id and loan_id = p_payment_id and is_active;
  update loans set status = 'unwound', closed_on = v_today where user_id = p_user_id and id = p_payment_id;
  update loan_days set is_open = false where user_id = p_user_id and loan_id = p_payment_id;
  perform loan_thaw(p_user_id, p_payment_id, 'unwound', null, p_now);
  update credit_accounts set used_paise = used_paise - v_bill, updated_at = p_now where user_id = p_user_id;
  -- The mirror of the booking reserved the limit anew; the reservation itself was consumed, and stays so.
  perform ledger_post(p_user_id, 'unwind', p_payment_id, p_payment_id, v_today, p_now, jsonb_build_array(
    jsonb_build_object('account', 'A115', 'amountPaise', v_bill, 'loanId', p_payment_id),
    jsonb_build_object('account', 'A110', 'amountPaise', -v_bill, 'loanId', p_payment_id),
    jsonb_build_object('account', 'M901', 'amountPaise', v_bill, 'loanId', p_payment_id),
    jsonb_build_object('account', 'M900', 'amountPaise', -v_bill, 'loanId', p_payment_id)));
  if exists (
    select 1 from postings where user_id = p_user_id and loan_id = p_payment_id
      and account in ('A200', 'A201', 'A202', 'A203', 'A210', 'A211', 'A220', 'A221', 'A290', 'L300', 'L350', 'I400', 'I410', 'I420', 'I421', 'I430')
    group by account having sum(amount_paise) <> 0
  ) then
    raise exception 'payment_unwind: something of loan % would stay in the books', p_payment_id;
  end if;
  return true;
end $$;

-- Repayments of an unwound loan, from their clearing accounts once more: all of it belongs to who paid.
create or replace function unwind_repayments(p_user_id uuid, p_loan_id uuid, p_repayments uuid[], p_now timestamptz)
returns void language plpgsql as $$
declare
  v_row record;
begin
  for v_row in
    select r.id, r.amount_paise, r.value_on, l.rewound_count,
      case r.channel when 'mandate' then 'A121' when 'reward' then 'L340' when 'identified' then 'L320' else 'A120' end as account
    from repayments r join loans l on l.user_id = r.user_id and l.id = r.loan_id
    where r.user_id = p_user_id and r.id = any (p_repayments) order by r.received_at, r.id
  loop
    insert into allocations (user_id, repayment_id, written_by, loan_id, component, amount_paise)
    values (p_user_id, v_row.id, v_row.id, p_loan_id, 'excess', v_row.amount_paise);
    update repayments set status = 'succeeded', journal_id = ledger_post(
      p_user_id, 'repayment', step_name(v_row.id, v_row.rewound_count), p_loan_id, v_row.value_on, p_now, jsonb_build_array(
        jsonb_build_object('account', v_row.account, 'amountPaise', v_row.amount_paise,
          -- Rewards are owed to a person, whichever loan they had paid.
          'loanId', case when v_row.account <> 'L340' then p_loan_id end),
        jsonb_build_object('account', 'L310', 'amountPaise', -v_row.amount_paise, 'loanId', p_loan_id)))
    where user_id = p_user_id and id = v_row.id;
  end loop;
end $$;
grant execute on function
  payment_unwind(uuid, uuid, timestamptz),
  unwind_repayments(uuid, uuid, uuid[], timestamptz)
to mohlat_worker;
