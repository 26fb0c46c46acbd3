-- repayment_settle: money from the user is in. Writes the repayment, its allocation, what it covers, the limit it
-- frees and the journal, together and once. The caller holds the locks (credit account, loan, repayment; LEND-C5)
-- and has computed the allocation from what it read under them.
--
-- p_facts: {receivedAt, valueOn, providerPaymentRef, failureReason,
--   instalments: [{number, principalPaise, feePaise, interestPaise}]   added to what is paid
--   allocations: [{repaymentId, number, chargeId, component, amountPaise, isEarmark}],
--   releasesEarmarks: boolean   the loan closes: earlier earmarks are spent and written anew in `allocations`
--   waivedCharges: [{chargeId, amountPaise}],
--   schedule: [{number, dueOn, principalPaise, feePaise, interestPaise}] | null   from valueOn on in place of those still to come
--   closesOn: date | null, closesAs: 'closed' | 'settled' | 'exited', usedFreedPaise, postings,
--   journalKind: 'recovery' of a written-off loan (LEND-16 journal 30), else left out}
-- A repayment that leaves the loan within its cooling-off time is a journal of its own kind (LEND-16 journal 20).
create or replace function repayment_settle(
  p_user_id uuid, p_repayment_id uuid, p_loan_id uuid, p_now timestamptz, p_facts jsonb
) returns boolean language plpgsql as $$
begin
  update repayments set status = 'succeeded', received_at = (p_facts ->> 'receivedAt')::timestamptz,
    value_on = (p_facts ->> 'valueOn')::date, provider_payment_ref = p_facts ->> 'providerPaymentRef',
    failure_reason = p_facts ->> 'failureReason', next_enquiry_at = null
  where user_id = p_user_id and id = p_repayment_id and status <> 'succeeded';
  if not found then return false; end if;

  if (p_facts ->> 'releasesEarmarks')::boolean then
    update allocations set is_active = false, released_by = p_repayment_id
    where user_id = p_user_id and loan_id = p_loan_id and is_active and is_earmark;
  end if;
  insert into allocations (user_id, repayment_id, written_by, loan_id, number, charge_id, component, amount_paise, is_earmark)
  select p_user_id, (row ->> 'repaymentId')::uuid, p_repayment_id, p_loan_id, (row ->> 'number')::integer,
    (row ->> 'chargeId')::uuid, row ->> 'component', (row ->> 'amountPaise')::bigint, (row ->> 'isEarmark')::boolean
  from jsonb_array_elements(p_facts -> 'allocations') as t(row);

  update charges c set paid_paise = c.paid_paise + paid.amount
  from (
    select (row ->> 'chargeId')::uuid as id, sum((row ->> 'amountPaise')::bigint) as amount
    from jsonb_array_elements(p_facts -> 'allocations') as t(row) where row ->> 'chargeId' is not null group by 1
  ) paid
  where c.user_id = p_user_id and c.id = paid.id;
  -- What closing waives of a charge: too little to keep the loan open.
  update charges c set waived_paise = c.waived_paise + (row ->> 'amountPaise')::bigint
  from jsonb_array_elements(p_facts -> 'waivedCharges') as t(row)
  where c.user_id = p_user_id and c.id = (row ->> 'chargeId')::uuid;

  update instalments i set
    paid_principal_paise = i.paid_principal_paise + (row ->> 'principalPaise')::bigint,
    paid_fee_paise = i.paid_fee_paise + (row ->> 'feePaise')::bigint,
    paid_interest_paise = i.paid_interest_paise + (row ->> 'interestPaise')::bigint
  from jsonb_array_elements(p_facts -> 'instalments') as t(row)
  where i.user_id = p_user_id and i.loan_id = p_loan_id and i.is_active and i.number = (row ->> 'number')::integer;

  if (p_facts ->> 'closesOn') is not null then
    update loans set status = p_facts ->> 'closesAs', closed_on = (p_facts ->> 'closesOn')::date
    where user_id = p_user_id and id = p_loan_id;
    update loan_days set is_open = false where user_id = p_user_id and loan_id = p_loan_id;
    perform allowance_release(p_user_id, p_loan_id, (p_facts ->> 'closesOn')::date, p_now);
  end if;
  if jsonb_typeof(p_facts -> 'schedule') = 'array' then
    perform replace_schedule(p_user_id, p_repayment_id, p_loan_id, (p_facts ->> 'valueOn')::date, p_facts -> 'schedule');
  end if;
  update credit_accounts set used_paise = used_paise - (p_facts ->> 'usedFreedPaise')::bigint, updated_at = p_now
  where user_id = p_user_id;
  update repayments set journal_id = ledger_post(
    p_user_id, case when p_facts ->> 'closesAs' = 'exited' then 'exit' else coalesce(p_facts ->> 'journalKind', 'repayment') end, step_name(p_repayment_id, (select rewound_count from loans where user_id = p_user_id and id = p_loan_id)), p_loan_id,
    (p_facts ->> 'valueOn')::date, p_now, p_facts -> 'postings')
  where user_id = p_user_id and id = p_repayment_id;
  return true;
end $$;

-- A new version of the schedule for the instalments still to come; the older one is kept. Interest of the first begins on
-- the day of the money, of the others on the due date before. Rule: LEND-9 (PART_PREPAY).
create or replace function replace_schedule(
  p_user_id uuid, p_repayment_id uuid, p_loan_id uuid, p_from date, p_rows jsonb
) returns void language plpgsql as $$
declare
  v_version integer;
begin
  select max(version) + 1 into v_version from instalments where user_id = p_user_id and loan_id = p_loan_id;
  update instalments set is_active = false, released_by = p_repayment_id
  where user_id = p_user_id and loan_id = p_loan_id and is_active and due_on > p_from;
  insert into instalments (user_id, loan_id, version, number, start_on, due_on, principal_paise, fee_paise, interest_paise, written_by)
  select p_user_id, p_loan_id, v_version, (row ->> 'number')::integer,
    lag((row ->> 'dueOn')::date, 1, p_from) over (order by (row ->> 'number')::integer),
    (row ->> 'dueOn')::date, (row ->> 'principalPaise')::bigint, (row ->> 'feePaise')::bigint, (row ->> 'interestPaise')::bigint,
    p_repayment_id
  from jsonb_array_elements(p_rows) as t(row);
  update loans set schedule_version = v_version where user_id = p_user_id and id = p_loan_id;
end $$;
grant execute on function replace_schedule(uuid, uuid, uuid, date, jsonb) to mohlat_worker;
grant execute on function repayment_settle(uuid, uuid, uuid, timestamptz, jsonb) to mohlat_worker;
