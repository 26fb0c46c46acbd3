-- charge_bounce: the charge for an eNACH debit returned for want of funds, once per instalment (journal 16).
-- Answers whether it was levied. A loan that does not perform is charged nothing more.
--
-- It is a fact, not a consequence: taking a loan back to an earlier day leaves it standing (see rewind_loan).
-- Rule: LEND-L6, LEND-L7, LEND-16. Locks: credit account and loan, taken here (LEND-C5).
create or replace function charge_bounce(
  p_user_id uuid, p_loan_id uuid, p_number integer, p_amount_paise bigint, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  v_today date := ist_date(p_now);
  v_charge uuid;
begin
  perform 1 from credit_accounts where user_id = p_user_id for update;
  perform 1 from loans where user_id = p_user_id and id = p_loan_id and status = 'active' for update;
  -- Rule: LEND-23, LEND-X10. Nothing new while somebody cannot pay and said so, or the bill is on its way back.
  if not found or is_in_hardship(p_user_id, p_loan_id, v_today) or is_frozen(p_user_id, p_loan_id, v_today) then
    return false;
  end if;
  insert into charges (user_id, loan_id, kind, number, late_days, levied_on, overdue_on, amount_paise)
  values (p_user_id, p_loan_id, 'bounce', p_number, 0, v_today,
    greatest(v_today + 15, (select min(i.due_on) from instalments i
      where i.user_id = p_user_id and i.loan_id = p_loan_id and i.is_active and i.due_on > v_today)),
    p_amount_paise)
  on conflict do nothing
  returning id into v_charge;
  if v_charge is null then return false; end if;
  perform ledger_post(p_user_id, 'bounce', v_charge, p_loan_id, v_today, p_now, jsonb_build_array(
    jsonb_build_object('account', 'A221', 'amountPaise', p_amount_paise, 'loanId', p_loan_id),
    jsonb_build_object('account', 'I421', 'amountPaise', -p_amount_paise, 'loanId', p_loan_id)));
  return true;
end $$;
grant execute on function charge_bounce(uuid, uuid, integer, bigint, timestamptz) to mohlat_worker;
