-- For processes of the version before (decision 080), one release long: the rule is `floatLook` of packages/lending. A test compares both.

-- float_look: checks whether the float at the rail is below the low-water mark, and stores the answer. The float is what the books
-- say, less payments that are accepted and not sent yet. A rail that said lately that it is short is believed, too: money may be on its
-- way there that our books have. Without a mark (0) nothing is ever short.
-- Answers whether a shortage began that was not told of in the last hour. One runner in fifteen seconds looks; the others
-- answer null at once. Rule: PAY-23, LEND-C7. Locks: the one row of float_state, which acceptances read and never lock.
create or replace function float_look(p_now timestamptz, p_mark_paise bigint) returns boolean language plpgsql as $$
declare
  v_state float_state%rowtype;
  v_balance bigint;
  v_is_short boolean := false;
  v_tells boolean;
begin
  select * into v_state from float_state for update skip locked;
  if not found or v_state.looked_at between p_now - interval '15 seconds' and p_now then return null; end if;
  if p_mark_paise > 0 then
    v_balance :=
      coalesce((select sum(d.debit_paise - d.credit_paise) from ledger_days d where d.account = account_code('RAIL_FLOAT')), 0)
      + coalesce((
        select sum(p.amount_paise) from journals j
        join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account = account_code('RAIL_FLOAT')
        where j.posting_on = any (array(select b.day_on from business_days b where b.summed_at is null))), 0)
      - coalesce((select sum(p.amount_paise) from payments p where p.next_enquiry_at is not null and p.bill_status = 'accepted'), 0);
    v_is_short := v_balance < p_mark_paise or exists (
      select 1 from payments p
      join payment_attempts a on a.user_id = p.user_id and a.payment_id = p.id and a.failure_code = p.failure_reason
      where p.failure_reason = 'float_short' and p.accepted_at > p_now - interval '1 day'
        and a.finished_at > p_now - interval '15 minutes');
  end if;
  v_tells := v_is_short and not v_state.is_short and coalesce(v_state.told_at < p_now - interval '1 hour', true);
  update float_state set balance_paise = v_balance, is_short = v_is_short, looked_at = p_now,
    since = case when v_is_short = v_state.is_short then since else p_now end,
    told_at = case when v_tells then p_now else told_at end;
  return v_tells;
end $$;
grant execute on function float_look(timestamptz, bigint) to mohlat_worker;
