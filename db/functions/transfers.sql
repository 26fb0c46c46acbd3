-- Journals of two lines that are booked with the row that causes them, by the name of the transfer: kind and accounts are those of the table
-- `transfers`, which is made from packages/lending/src/transfers.ts. Rule: LEND-16.

-- transfer_lines: the lines of a transfer of an amount. Errors: no_data_found for a name that the chart does not have; check_violation
-- for an amount below zero, which is a transfer of another name.
create or replace function transfer_lines(
  p_name text, p_user_id uuid, p_source_id uuid, p_loan_id uuid, p_effective_on date, p_amount_paise bigint
) returns ledger_line[] language plpgsql stable as $$
declare
  v_transfer transfers%rowtype;
begin
  select * into strict v_transfer from transfers where name = p_name;
  if p_amount_paise is null or p_amount_paise < 0 then
    raise exception using errcode = 'check_violation', message = format('transfer_lines: %s of %s', p_name, p_amount_paise);
  end if;
  return array[
    (p_user_id, v_transfer.kind, p_source_id, p_loan_id, p_effective_on, v_transfer.debit, p_loan_id, p_amount_paise)::ledger_line,
    (p_user_id, v_transfer.kind, p_source_id, p_loan_id, p_effective_on, v_transfer.credit, p_loan_id, -p_amount_paise)::ledger_line];
end $$;

-- ledger_transfer: a transfer of the transaction's own user, as ledger_post. Answers the journal's id.
create or replace function ledger_transfer(
  p_name text, p_user_id uuid, p_source_id uuid, p_loan_id uuid, p_effective_on date, p_amount_paise bigint, p_now timestamptz
) returns uuid language sql as $$
  select ledger_post(p_user_id, min(l.source_kind), p_source_id, p_loan_id, p_effective_on, p_now, jsonb_agg(
    jsonb_build_object('account', l.account, 'amountPaise', l.amount_paise, 'loanId', l.line_loan_id) order by l.ordinality))
  from unnest(transfer_lines(p_name, p_user_id, p_source_id, p_loan_id, p_effective_on, p_amount_paise)) with ordinality
    as l(user_id, source_kind, source_id, loan_id, effective_on, account, line_loan_id, amount_paise, ordinality)
$$;
revoke all on function
  transfer_lines(text, uuid, uuid, uuid, date, bigint), ledger_transfer(text, uuid, uuid, uuid, date, bigint, timestamptz)
from public;
grant execute on function
  transfer_lines(text, uuid, uuid, uuid, date, bigint), ledger_transfer(text, uuid, uuid, uuid, date, bigint, timestamptz)
to mohlat_api, mohlat_worker;
