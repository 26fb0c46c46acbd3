-- allowance_release: for processes of the version before (decision 080), one release long. `repayment_settle`, which an upgraded
-- database still has, asks for it. The rule is `releaseAllowance` of packages/lending/src/ending.ts. Both go with the next release.
create or replace function allowance_release(p_user_id uuid, p_loan_id uuid, p_on date, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_held bigint;
begin
  select -balance_paise into v_held from account_balances
  where user_id = p_user_id and account = account_code('LOSS_ALLOWANCE') and loan_id = p_loan_id;
  if coalesce(v_held, 0) = 0 then return; end if;
  perform ledger_post(p_user_id, 'ecl', step_name(loan_day_id(p_loan_id, 'ecl released', p_on),
      (select rewound_count from loans where user_id = p_user_id and id = p_loan_id)), p_loan_id, p_on, p_now, jsonb_build_array(
    jsonb_build_object('account', account_code('LOSS_ALLOWANCE'), 'amountPaise', v_held, 'loanId', p_loan_id),
    jsonb_build_object('account', account_code('CREDIT_LOSS'), 'amountPaise', -v_held, 'loanId', p_loan_id)));
end $$;
grant execute on function allowance_release(uuid, uuid, date, timestamptz) to mohlat_worker;
