-- take_back: writes loans of one person as they stood at the opening of a day, and mirrors what took effect since, in the order
-- given and each on its own day. It decides nothing (packages/lending/src/take-back.ts); what is lived again comes by `book` in the
-- same transaction. Answers the version of what is known of the borrower by then; null where it was another one than the decision
-- knew, and then nothing is written.
-- Rule: LEND-W6, LEND-W7, LEND-16 (corrections). Locks: credit account, then kept balances; the caller holds the loans (LEND-C5).
-- Errors: check_violation where a row to be changed is not there.
create or replace function take_back(
  p_user_id uuid, p_version bigint, p_used_again_paise bigint, p_now timestamptz, p_journals uuid[], p_loans loan_taken_back[],
  p_repayments repayment_taken_back[], p_instalments instalment_put_back[], p_shares share_put_back[],
  p_charges charge_put_back[], p_waivers waiver_taken_back[], p_write_offs write_off_taken_back[]
) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_version bigint;
  v_journal uuid;
  v_count integer;
begin
  select book_version into v_version from credit_accounts where user_id = p_user_id for update;
  if v_version is distinct from p_version then return null; end if;

  foreach v_journal in array p_journals loop
    perform ledger_mirror(p_user_id, v_journal, p_now);
  end loop;

  update repayments r set status = 'initiated', journal_id = null from unnest(p_repayments) x
  where r.user_id = p_user_id and r.id = x.repayment_id and r.loan_id = x.loan_id and r.status = 'succeeded';
  get diagnostics v_count = row_count;
  perform book_whole('repayment_taken_back', cardinality(p_repayments), v_count);

  update instalments i set is_active = x.is_active, released_by = x.released_by, is_demanded = x.is_demanded,
    paid_principal_paise = x.paid_principal_paise, paid_fee_paise = x.paid_fee_paise, paid_interest_paise = x.paid_interest_paise
  from unnest(p_instalments) x where i.user_id = p_user_id and i.id = x.id and i.loan_id = x.loan_id;
  get diagnostics v_count = row_count;
  perform book_whole('instalment_put_back', cardinality(p_instalments), v_count);

  update allocations a set is_active = x.is_active, released_by = x.released_by, is_earmark = x.is_earmark
  from unnest(p_shares) x where a.user_id = p_user_id and a.id = x.id and a.loan_id = x.loan_id;
  get diagnostics v_count = row_count;
  perform book_whole('share_put_back', cardinality(p_shares), v_count);

  -- A charge that is reversed is known to the life of the loan that begins now. Rule: LEND-W7
  update charges c set paid_paise = x.paid_paise, waived_paise = x.waived_paise,
    reversed_on = case when x.is_reversed then ist_date(p_now) end,
    reversed_in = case when x.is_reversed then l.rewound_count + 1 end
  from unnest(p_charges) x join loans l on l.user_id = p_user_id and l.id = x.loan_id
  where c.user_id = p_user_id and c.id = x.id and c.loan_id = x.loan_id and c.reversed_on is null;
  get diagnostics v_count = row_count;
  perform book_whole('charge_put_back', cardinality(p_charges), v_count);

  update waiver_shares s set is_active = false from unnest(p_waivers) x
  where s.user_id = p_user_id and s.waiver_id = x.waiver_id and s.is_active;
  update waivers w set applied_paise = case when x.is_over then 0 end, journal_id = null from unnest(p_waivers) x
  where w.user_id = p_user_id and w.id = x.waiver_id and w.loan_id = x.loan_id;
  get diagnostics v_count = row_count;
  perform book_whole('waiver_taken_back', cardinality(p_waivers), v_count);
  update write_offs w set is_applied = case when x.is_over then false end, journal_id = null from unnest(p_write_offs) x
  where w.user_id = p_user_id and w.id = x.write_off_id and w.loan_id = x.loan_id;
  get diagnostics v_count = row_count;
  perform book_whole('write_off_taken_back', cardinality(p_write_offs), v_count);

  update hardships h set ended_on = null from unnest(p_loans) x
  where h.user_id = p_user_id and h.loan_id = x.loan_id and h.ended_on >= x."on";
  update dpd_log g set is_active = false from unnest(p_loans) x
  where g.user_id = p_user_id and g.loan_id = x.loan_id and g.business_on >= x."on" and g.is_active;
  update loan_days d set is_open = x.is_open, closed_through_on = x.closed_through_on, next_on = null from unnest(p_loans) x
  where d.user_id = p_user_id and d.loan_id = x.loan_id;
  update loans l set status = x.status, closed_on = x.closed_on, written_off_on = x.written_off_on,
    no_new_penal_through_on = x.no_new_penal_through_on, rewound_count = l.rewound_count + 1,
    schedule_version = coalesce((
      select max(i.version) from instalments i where i.user_id = l.user_id and i.loan_id = l.id and i.is_active), l.schedule_version)
  from unnest(p_loans) x where l.user_id = p_user_id and l.id = x.loan_id;
  get diagnostics v_count = row_count;
  perform book_whole('loan_taken_back', cardinality(p_loans), v_count);

  update credit_accounts c set used_paise = c.used_paise + p_used_again_paise, updated_at = p_now where c.user_id = p_user_id
  returning c.book_version into v_version;
  return v_version;
end $$;
revoke all on function take_back from public;
grant execute on function take_back to mohlat_worker;
