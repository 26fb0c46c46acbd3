-- tax_series_take: the next numbers of a series, so many of them, for documents issued on a day. Answers the first. Its row is locked until
-- the transaction ends, so that none is lost or given twice (LEND-F5). Locks: the series' row.
create or replace function tax_series_take(p_kind text, p_year integer, p_count integer, p_on date) returns integer language sql as $$
  insert into tax_series as s (kind, financial_year, last_sequence, last_issued_on) values (p_kind, p_year, p_count, p_on)
  on conflict (kind, financial_year) do update set last_sequence = s.last_sequence + p_count, last_issued_on = p_on
  returning last_sequence - p_count + 1
$$;

-- tax_documents_write: documents with their numbers, as `taxDocument` and `taxDocumentNumber` of packages/lending decide. p_documents:
-- [{userId, journalId, loanId, kind, financialYear, sequence, number, issuedOn, taxablePaise, cgstPaise, sgstPaise, igstPaise}].
-- The place of supply was fixed with the price: an invoice and its credit notes name one place (LEND-F2).
create or replace function tax_documents_write(p_documents jsonb) returns void language plpgsql as $$
declare
  v_one record;
  v_supply_state text;
begin
  for v_one in
    select x.* from jsonb_to_recordset(p_documents) as x ("userId" uuid, "journalId" uuid, "loanId" uuid, kind text, "financialYear" integer,
      sequence integer, number text, "issuedOn" date, "taxablePaise" bigint, "cgstPaise" bigint, "sgstPaise" bigint, "igstPaise" bigint)
  loop
    v_supply_state := (select p.supply_state from payments p where p.user_id = v_one."userId" and p.id = v_one."loanId");
    insert into tax_documents (user_id, journal_id, loan_id, kind, financial_year, sequence, number, issued_on,
      taxable_paise, cgst_paise, sgst_paise, igst_paise, supply_state)
    values (v_one."userId", v_one."journalId", v_one."loanId", v_one.kind, v_one."financialYear", v_one.sequence, v_one.number,
      v_one."issuedOn", v_one."taxablePaise", v_one."cgstPaise", v_one."sgstPaise", v_one."igstPaise", v_supply_state);
  end loop;
end $$;

-- tax_documents_done: everything that was posted on closed days has its document. Nothing is posted on a closed day any more (LEND-B6);
-- a day is left for what was under way as it closed.
create or replace function tax_documents_done() returns void language sql as $$
  update tax_documents_through set through_on = d.day_on
  from (select max(day_on) - 1 as day_on from business_days where closed_at is not null) d
  where d.day_on > through_on
$$;
grant execute on function tax_series_take(text, integer, integer, date), tax_documents_write(jsonb), tax_documents_done() to mohlat_worker;
