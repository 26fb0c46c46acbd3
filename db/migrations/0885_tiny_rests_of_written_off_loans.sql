-- What:  written-off loans of which at most one rupee is left are closed, and the rest is let off.
-- Why:   a recovery that left so little closed no loan. No rail takes less than a rupee, a written-off loan has no day whose close lets it off, and
--        while it was owed, all other loans of its borrower stayed NPA. From this version on the recovery closes it.
-- Locks: the few rows that it changes; it reads the written-off loans with their instalments and charges.
-- Safe while the old version runs: yes. To it these are loans that were recovered in full. One that it leaves so after this ends with its next
--        recovery.
-- Up Migration

do $$
declare
  v_loan record;
begin
  for v_loan in
    select o.user_id, o.loan_id from (
      select i.user_id, i.loan_id, i.principal_paise + i.fee_paise + i.interest_paise - i.paid_principal_paise - i.paid_fee_paise
        - i.paid_interest_paise as paise
      from instalments i join loans l on l.user_id = i.user_id and l.id = i.loan_id
      where l.status = 'written_off' and i.is_active
      union all
      select c.user_id, c.loan_id, c.amount_paise - c.paid_paise - c.waived_paise
      from charges c join loans l on l.user_id = c.user_id and l.id = c.loan_id
      where l.status = 'written_off' and c.reversed_on is null
    ) o group by 1, 2 having sum(o.paise) between 1 and 100 order by 1, 2
  loop
    -- The order in which the product takes these locks.
    perform 1 from credit_accounts where user_id = v_loan.user_id for update;
    update loans set status = 'closed', closed_on = ist_date(now())
    where user_id = v_loan.user_id and id = v_loan.loan_id and status = 'written_off';
    continue when not found;
    update instalments set paid_principal_paise = principal_paise, paid_fee_paise = fee_paise, paid_interest_paise = interest_paise
    where user_id = v_loan.user_id and loan_id = v_loan.loan_id and is_active;
    update charges set waived_paise = amount_paise - paid_paise
    where user_id = v_loan.user_id and loan_id = v_loan.loan_id and reversed_on is null;
    -- Triggers have raised the version of what is known of the borrower, and made each of their loans one to look at.
    update loan_days set is_open = false where user_id = v_loan.user_id and loan_id = v_loan.loan_id and is_open;
  end loop;
end $$;
