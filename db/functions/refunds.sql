-- refunds_start: begins to return what a loan's repayments hold beyond what they were needed for: journal 23, started.
-- Answers how many refunds it began. Called in the transaction in which the excess arises, and when a refund has ended.
--
-- Refunds are facts: a rewind of the loan leaves them standing. Money heard of late only adds to what is too much.
-- p_retry_after: how long after a refusal it is tried again; after p_refusals_max refusals a person has to look.
-- Rule: LEND-16 journal 23, LEND-W4. Locks: the caller holds the credit account and the loan (LEND-C5).
create or replace function refunds_start(
  p_user_id uuid, p_loan_id uuid, p_now timestamptz, p_least_paise bigint, p_retry_after interval, p_refusals_max integer
) returns integer language plpgsql as $$
declare
  v_refund refunds%rowtype;
  v_count integer := 0;
begin
  for v_refund in
    insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, created_at, next_look_at)
    select p_user_id, p_loan_id, due.id, due.paise, 'initiated', p_now, p_now
    from (
      select r.id, (
        select coalesce(sum(a.amount_paise), 0) from allocations a
        where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component = 'excess'
      ) - (
        select coalesce(sum(f.amount_paise), 0) from refunds f
        where f.user_id = r.user_id and f.repayment_id = r.id and f.status <> 'failed'
      ) as paise
      from repayments r
      where r.user_id = p_user_id and r.loan_id = p_loan_id and r.status = 'succeeded' and r.provider_payment_ref is not null
        and not exists (
          select 1 from refunds f where f.user_id = r.user_id and f.repayment_id = r.id
            and (f.status in ('initiated', 'processing', 'unknown') or f.status = 'failed' and f.settled_at > p_now - p_retry_after))
        and (select count(*) from refunds f
             where f.user_id = r.user_id and f.repayment_id = r.id and f.status = 'failed') < p_refusals_max
    ) due
    where due.paise >= p_least_paise
    returning *
  loop
    perform ledger_post(p_user_id, 'refund', v_refund.id, p_loan_id, ist_date(p_now), p_now, jsonb_build_array(
      jsonb_build_object('account', 'L310', 'amountPaise', v_refund.amount_paise, 'loanId', p_loan_id),
      jsonb_build_object('account', 'L311', 'amountPaise', -v_refund.amount_paise, 'loanId', p_loan_id)));
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- refund_end: the provider's last word on a refund: journal 23, paid or failed. Answers false when it had ended before.
-- One that fails is owed again (L310), unless the repayment it was of is no longer there.
-- Locks: credit account, loan, refund, kept balances (LEND-C5).
create or replace function refund_end(
  p_user_id uuid, p_refund_id uuid, p_now timestamptz, p_status text, p_facts jsonb
) returns boolean language plpgsql as $$
declare
  v_refund refunds%rowtype;
begin
  perform 1 from credit_accounts where user_id = p_user_id for update;
  perform 1 from loans l join refunds f on f.user_id = l.user_id and f.loan_id = l.id
  where f.user_id = p_user_id and f.id = p_refund_id for update of l;
  update refunds set status = p_status, settled_at = p_now, next_look_at = (p_facts ->> 'nextLookAt')::timestamptz,
    provider_ref = coalesce(p_facts ->> 'providerRef', provider_ref), bank_ref = p_facts ->> 'bankRef',
    failure_reason = p_facts ->> 'failureReason'
  where user_id = p_user_id and id = p_refund_id and status in ('initiated', 'processing', 'unknown')
  returning * into v_refund;
  if not found then return false; end if;
  perform ledger_post(p_user_id, 'refund', md5(p_refund_id::text || ' ended')::uuid, v_refund.loan_id, ist_date(p_now), p_now,
    jsonb_build_array(
      jsonb_build_object('account', 'L311', 'amountPaise', v_refund.amount_paise, 'loanId', v_refund.loan_id),
      jsonb_build_object('account', case
          when p_status = 'processed' then 'A100'
          -- Its bank has taken the repayment back meanwhile: what was missed as gone twice (A230) went once.
          when exists (
            select 1 from repayments r where r.user_id = p_user_id and r.id = v_refund.repayment_id and r.status = 'failed'
          ) then 'A230'
          else 'L310' end,
        'amountPaise', -v_refund.amount_paise, 'loanId', v_refund.loan_id)));
  return true;
end $$;
grant execute on function
  refunds_start(uuid, uuid, timestamptz, bigint, interval, integer),
  refund_end(uuid, uuid, timestamptz, text, jsonb)
to mohlat_worker;
