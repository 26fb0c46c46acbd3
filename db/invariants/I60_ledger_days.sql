-- The sums kept of a closed day are those of its postings.
-- Rule: LEND-I60, LEND-B6.
select day_on, source_kind, account from (
  select day_on, source_kind, account, debit_paise, credit_paise, debit_count, credit_count from ledger_days
) kept
full join (
  select * from ledger_sums_of(array(select day_on from business_days where summed_at is not null))
) posted using (day_on, source_kind, account)
where (kept.debit_paise, kept.credit_paise, kept.debit_count, kept.credit_count)
  is distinct from (posted.debit_paise, posted.credit_paise, posted.debit_count, posted.credit_count);
