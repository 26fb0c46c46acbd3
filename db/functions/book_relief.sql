-- book_waived: what is too little to ask for and was let off: the waiver, its shares, and what they cover. Its journal stands by
-- now and is named by the waiver. Rule: LEND-9, LEND-16 journal 22.
create or replace function book_waived(p_parts balance_waived[], p_now timestamptz) returns void
language plpgsql as $$
declare
  v_count integer;
  v_shares share_waived[];
begin
  insert into waivers (user_id, id, loan_id, origin, component, granted_paise, applied_paise, granted_at, effective_on, journal_id)
  select w.user_id, w.id, w.loan_id, 'tiny', 'all', w.amount, w.amount, p_now, w."on", j.id
  from (
    select x.user_id, x.loan_id, x."on", l.rewound_count, sum(x.amount_paise)::bigint as amount,
      step_name(loan_day_id(x.loan_id, 'tiny', x."on"), l.rewound_count) as id
    from unnest(p_parts) x join loans l on l.user_id = x.user_id and l.id = x.loan_id
    group by 1, 2, 3, 4
  ) w
  join journals j on j.user_id = w.user_id and j.source_kind = 'waiver' and j.source_id = step_name(w.id, w.rewound_count);
  get diagnostics v_count = row_count;
  perform book_whole('balance_waived', (select count(distinct (user_id, loan_id, "on"))::integer from unnest(p_parts)), v_count);
  v_shares := array(
    select (x.user_id, x.loan_id, step_name(loan_day_id(x.loan_id, 'tiny', x."on"), l.rewound_count), x.number, x.charge_id,
      x.component, x.amount_paise)::share_waived
    from unnest(p_parts) x join loans l on l.user_id = x.user_id and l.id = x.loan_id);
  perform book_shares_waived(v_shares, p_now);
end $$;

-- book_waivers: what waivers of staff came to. The journal of one that came to something stands by now. A waiver is applied
-- once; taking its loan back makes it one to be applied again. Rule: LEND-16 journal 22, LEND-24.
create or replace function book_waivers(p_applied waiver_applied[]) returns void
language plpgsql as $$
declare
  v_count integer;
begin
  update waivers w set applied_paise = x.amount_paise, journal_id = j.id
  from unnest(p_applied) x
  join loans l on l.user_id = x.user_id and l.id = x.loan_id
  left join journals j on j.user_id = x.user_id and j.source_kind = 'waiver' and j.source_id = step_name(x.waiver_id, l.rewound_count)
  where w.user_id = x.user_id and w.id = x.waiver_id and w.loan_id = x.loan_id and w.applied_paise is null
    and (j.id is not null) = (x.amount_paise > 0);
  get diagnostics v_count = row_count;
  perform book_whole('waiver_applied', cardinality(p_applied), v_count);
end $$;

-- book_shares_waived: which parts of instalments and charges waivers cover. Principal that is let off is no longer used of the
-- limit. Rule: LEND-14.
create or replace function book_shares_waived(p_shares share_waived[], p_now timestamptz) returns void
language plpgsql as $$
declare
  v_rows integer;
  v_count integer;
begin
  insert into waiver_shares (user_id, waiver_id, loan_id, number, charge_id, component, amount_paise)
  select user_id, waiver_id, loan_id, number, charge_id, component, amount_paise from unnest(p_shares);
  -- A share of an instalment has no charge and finds none, and one of a charge finds no instalment.
  update charges c set waived_paise = c.waived_paise + x.amount
  from (select user_id, charge_id, sum(amount_paise) as amount from unnest(p_shares) group by 1, 2) x
  where c.user_id = x.user_id and c.id = x.charge_id;
  get diagnostics v_rows = row_count;
  update instalments i set
    paid_interest_paise = i.paid_interest_paise + x.interest, paid_fee_paise = i.paid_fee_paise + x.fee,
    paid_principal_paise = i.paid_principal_paise + x.principal
  from (
    select user_id, loan_id, number, coalesce(sum(amount_paise) filter (where component = 'interest'), 0) as interest,
      coalesce(sum(amount_paise) filter (where component = 'fee'), 0) as fee,
      coalesce(sum(amount_paise) filter (where component = 'principal'), 0) as principal
    from unnest(p_shares) group by 1, 2, 3
  ) x
  where i.user_id = x.user_id and i.loan_id = x.loan_id and i.is_active and i.number = x.number;
  get diagnostics v_count = row_count;
  perform book_whole('share_waived', (
    select count(distinct (user_id, loan_id, number, charge_id))::integer from unnest(p_shares)), v_rows + v_count);
  update credit_accounts c set used_paise = c.used_paise - x.principal, updated_at = p_now
  from (select user_id, sum(amount_paise) as principal from unnest(p_shares) where component = 'principal' group by 1) x
  where c.user_id = x.user_id;
end $$;

-- book_write_offs: loans that leave the books. Their journals stand by now; what the borrower owes on is kept with the decision.
-- Rule: LEND-16 journal 29, LEND-D5, LEND-14.
create or replace function book_write_offs(p_written_off loan_written_off[], p_now timestamptz) returns void
language plpgsql as $$
declare
  v_count integer;
begin
  update write_offs w set is_applied = true, journal_id = j.id, principal_paise = x.principal_paise, fee_paise = x.fee_paise,
    interest_paise = x.interest_paise, charges_paise = x.charges_paise
  from unnest(p_written_off) x
  join loans l on l.user_id = x.user_id and l.id = x.loan_id
  join journals j on j.user_id = x.user_id and j.source_kind = 'write_off' and j.source_id = step_name(x.write_off_id, l.rewound_count)
  where w.user_id = x.user_id and w.id = x.write_off_id and w.loan_id = x.loan_id and w.is_applied is null;
  get diagnostics v_count = row_count;
  perform book_whole('loan_written_off', cardinality(p_written_off), v_count);
  update loans l set status = 'written_off', written_off_on = x."on" from unnest(p_written_off) x
  where l.user_id = x.user_id and l.id = x.loan_id and l.status in ('active', 'npa') /* LIVE_STATUSES */;
  get diagnostics v_count = row_count;
  perform book_whole('loan_written_off', cardinality(p_written_off), v_count);
  update loan_days d set is_open = false from unnest(p_written_off) x where d.user_id = x.user_id and d.loan_id = x.loan_id;
  update credit_accounts c set used_paise = c.used_paise - x.principal, updated_at = p_now
  from (select user_id, sum(principal_paise) as principal from unnest(p_written_off) group by 1) x
  where c.user_id = x.user_id;
end $$;

revoke all on function book_waived, book_waivers, book_shares_waived, book_write_offs from public;
grant execute on function book_waived, book_waivers, book_shares_waived, book_write_offs to mohlat_worker;
