-- What:  loans that were written off and then settled for an agreed lower sum have their rest let off, as any other settled loan has.
-- Why:   their charges stayed unpaid in the rows: screens asked for them, and the account could not be closed.
-- Locks: the borrower's row of credit_accounts, then the charges and instalments of these few loans, person by person.
-- Safe while the old version runs: yes. The books hold nothing of a written-off loan, so no journal changes; the triggers raise the
--        borrower's version, so that whoever has loaded these rows decides anew.
-- Up Migration

do $$
declare
  v_user uuid;
begin
  for v_user in
    select distinct user_id from loans where status = 'settled' and written_off_on is not null order by user_id
  loop
    perform 1 from credit_accounts where user_id = v_user for update;
    update charges c set waived_paise = c.amount_paise - c.paid_paise
    from loans l
    where c.user_id = v_user and l.user_id = v_user and l.id = c.loan_id
      and l.status = 'settled' and l.written_off_on is not null
      and c.reversed_on is null and c.paid_paise + c.waived_paise < c.amount_paise;
    update instalments i set paid_principal_paise = i.principal_paise, paid_fee_paise = i.fee_paise,
      paid_interest_paise = i.interest_paise
    from loans l
    where i.user_id = v_user and l.user_id = v_user and l.id = i.loan_id
      and l.status = 'settled' and l.written_off_on is not null and i.is_active
      and i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise
        < i.principal_paise + i.fee_paise + i.interest_paise;
  end loop;
end $$;
