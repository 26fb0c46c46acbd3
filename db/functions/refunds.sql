-- refunds_due: what a loan's repayments hold beyond what they were needed for, each with how much of it is to go back now.
-- p_retry_after: how long after a refusal it is tried again; after p_refusals_max refusals a person has to look.
-- Rule: LEND-16 journal 23, LEND-W4.
create or replace function refunds_due(
  p_user_id uuid, p_loan_id uuid, p_now timestamptz, p_least_paise bigint, p_retry_after interval, p_refusals_max integer
) returns table (repayment_id uuid, paise bigint) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select due.id, due.paise::bigint from (
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
          and (f.status in ('initiated', 'processing', 'unknown') /* REFUND_UNDER_WAY */ or f.status = 'failed' and f.settled_at > p_now - p_retry_after))
      and (select count(*) from refunds f
           where f.user_id = r.user_id and f.repayment_id = r.id and f.status = 'failed') < p_refusals_max
  ) due
  where due.paise >= p_least_paise;
end $$;

-- refunds_begin: begins to return that. Answers what it began, which the caller books. Called in the transaction in which the excess
-- arises, and when a refund has ended.
--
-- Refunds are facts: a rewind of the loan leaves them standing. Money heard of late only adds to what is too much.
-- Rule: LEND-16 journal 23, LEND-W4. Locks: the caller holds the credit account and the loan (LEND-C5).
create or replace function refunds_begin(
  p_user_id uuid, p_loan_id uuid, p_now timestamptz, p_least_paise bigint, p_retry_after interval, p_refusals_max integer
) returns table (id uuid, loan_id uuid, amount_paise bigint) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, created_at, next_look_at)
  select p_user_id, p_loan_id, due.repayment_id, due.paise, 'initiated', p_now, p_now
  from refunds_due(p_user_id, p_loan_id, p_now, p_least_paise, p_retry_after, p_refusals_max) due
  returning id, loan_id, amount_paise;
end $$;

-- refund_close: the provider's last word on a refund. Answers it, and whether the repayment it was of is no longer there; nothing when
-- it had ended before. The caller books it.
-- Rule: LEND-16 journal 23. Locks: credit account, loan, refund (LEND-C5).
create or replace function refund_close(p_user_id uuid, p_refund_id uuid, p_now timestamptz, p_status text, p_facts jsonb)
returns table (id uuid, loan_id uuid, amount_paise bigint, is_repayment_lost boolean) language plpgsql as $$
#variable_conflict use_column
begin
  perform 1 from credit_accounts where user_id = p_user_id for update;
  perform 1 from loans l join refunds f on f.user_id = l.user_id and f.loan_id = l.id
  where f.user_id = p_user_id and f.id = p_refund_id for update of l;
  return query
  update refunds f set status = p_status, settled_at = p_now, next_look_at = (p_facts ->> 'nextLookAt')::timestamptz,
    provider_ref = coalesce(p_facts ->> 'providerRef', provider_ref), bank_ref = p_facts ->> 'bankRef',
    failure_reason = p_facts ->> 'failureReason'
  where f.user_id = p_user_id and f.id = p_refund_id and f.status in ('initiated', 'processing', 'unknown') /* REFUND_UNDER_WAY */
  returning f.id, f.loan_id, f.amount_paise, exists (
    select 1 from repayments r where r.user_id = f.user_id and r.id = f.repayment_id and r.status = 'failed');
end $$;

-- For processes of the version before (decision 080), one release long, as refunds_due and refunds_begin are: which refunds are due is
-- decided by packages/lending/src/refunds-due.ts. Where there is something to begin or to end, processes of the version before that
-- hear that the database is busy, and a process of this version does it.
create or replace function refunds_start(
  p_user_id uuid, p_loan_id uuid, p_now timestamptz, p_least_paise bigint, p_retry_after interval, p_refusals_max integer
) returns integer language plpgsql as $$
begin
  if exists (select 1 from refunds_due(p_user_id, p_loan_id, p_now, p_least_paise, p_retry_after, p_refusals_max)) then
    raise exception using errcode = 'lock_not_available', message = 'refunds_start: a process of a newer version begins refunds';
  end if;
  return 0;
end $$;

create or replace function refund_end(
  p_user_id uuid, p_refund_id uuid, p_now timestamptz, p_status text, p_facts jsonb
) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'refund_end: a process of a newer version ends refunds';
end $$;

grant execute on function
  refunds_due(uuid, uuid, timestamptz, bigint, interval, integer),
  refunds_begin(uuid, uuid, timestamptz, bigint, interval, integer),
  refund_close(uuid, uuid, timestamptz, text, jsonb),
  refunds_start(uuid, uuid, timestamptz, bigint, interval, integer),
  refund_end(uuid, uuid, timestamptz, text, jsonb)
to mohlat_worker;
