-- issue_tax_documents: for processes of the version before (decision 080), one release long: the documents as that version decided them.
-- The rule is `taxDocument` of packages/lending; both take the same lock, so that numbers have no gap and none is given twice.
create or replace function issue_tax_documents(
  p_limit integer, p_invoice_on date, p_invoice_year integer, p_credit_note_on date, p_credit_note_year integer
) returns integer
language plpgsql as $$
declare
  v_row record;
  v_kind text;
  v_on date;
  v_year integer;
  v_sequence integer;
  v_supply_state text;
  v_through_on date;
  v_count integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('tax documents', 0)) then return 0; end if;
  v_through_on := (select through_on from tax_documents_through);
  for v_row in
    select j.user_id, j.id, coalesce(j.loan_id, min(p.loan_id::text)::uuid) as loan_id,
      -coalesce(sum(p.amount_paise) filter (where p.account = account_code('FEE_INCOME')), 0) as taxable,
      -coalesce(sum(p.amount_paise) filter (where p.account = account_code('CGST')), 0) as cgst,
      -coalesce(sum(p.amount_paise) filter (where p.account = account_code('SGST')), 0) as sgst,
      -coalesce(sum(p.amount_paise) filter (where p.account = account_code('IGST')), 0) as igst
    from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
      and p.account in (account_code('FEE_INCOME'), account_code('CGST'), account_code('SGST'), account_code('IGST'))
    where j.source_kind in ('loan_booked', 'exit', 'reversal', 'waiver', 'unwind')
      and j.posting_on > v_through_on
      and not exists (select 1 from tax_documents d where d.user_id = j.user_id and d.journal_id = j.id)
    group by j.user_id, j.id, j.loan_id, j.posted_at
    having sum(p.amount_paise) filter (where p.account <> account_code('FEE_INCOME')) <> 0
    order by j.posted_at, j.id limit p_limit
  loop
    v_kind := case when v_row.taxable > 0 then 'invoice' else 'credit_note' end;
    v_on := case v_kind when 'invoice' then p_invoice_on else p_credit_note_on end;
    v_year := case v_kind when 'invoice' then p_invoice_year else p_credit_note_year end;
    insert into tax_series as s (kind, financial_year, last_sequence, last_issued_on) values (v_kind, v_year, 1, v_on)
    on conflict (kind, financial_year) do update set last_sequence = s.last_sequence + 1, last_issued_on = v_on
    returning last_sequence into v_sequence;
    v_supply_state := (select p.supply_state from payments p where p.user_id = v_row.user_id and p.id = v_row.loan_id);
    insert into tax_documents (user_id, journal_id, loan_id, kind, financial_year, sequence, number, issued_on,
      taxable_paise, cgst_paise, sgst_paise, igst_paise, supply_state)
    values (v_row.user_id, v_row.id, v_row.loan_id, v_kind, v_year, v_sequence,
      case v_kind when 'invoice' then 'MI' else 'MC' end || lpad((v_year % 100)::text, 2, '0')
        || lpad(((v_year + 1) % 100)::text, 2, '0') || '/' || lpad(v_sequence::text, 9, '0'),
      v_on, abs(v_row.taxable), abs(v_row.cgst), abs(v_row.sgst), abs(v_row.igst),
      -- Rule: LEND-F2. Fixed with the price: an invoice and its credit notes name one place.
      v_supply_state);
    v_count := v_count + 1;
  end loop;

  -- Nothing is posted on a closed day any more (LEND-B6); a day is left for what was under way as it closed.
  if v_count < p_limit then
    update tax_documents_through set through_on = d.day_on
    from (select max(day_on) - 1 as day_on from business_days where closed_at is not null) d
    where d.day_on > through_on;
  end if;
  return v_count;
end $$;
grant execute on function issue_tax_documents(integer, date, integer, date, integer) to mohlat_worker;
