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

grant execute on function refund_close(uuid, uuid, timestamptz, text, jsonb) to mohlat_worker;
