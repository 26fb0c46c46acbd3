-- rewind_loan: takes a loan back to the opening of a day, so that money with that value date can be put where it
-- belongs and the days after it lived again. Everything that took effect since is mirrored, newest first, on its own
-- day; nothing is deleted. Answers the repayments taken back, which the caller settles anew in their order.
--
-- An exit is taken back like any repayment and settled anew in its turn. Bounce charges and refunds stand: they are facts, not
-- consequences. Rule: LEND-W6.
-- Locks: the caller holds credit account and loan (LEND-C5).
create or replace function rewind_loan(p_user_id uuid, p_loan_id uuid, p_from date, p_now timestamptz)
returns table (
  repayment_id uuid, amount_paise bigint, received_at timestamptz, value_on date, provider_payment_ref text, failure_reason text
)
language plpgsql as $$
declare
  v_journal uuid;
  v_undone uuid[];
  v_used_before bigint;
begin
  select coalesce(sum(i.principal_paise - i.paid_principal_paise), 0) into v_used_before
  from loans l join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active
  where l.user_id = p_user_id and l.id = p_loan_id and l.status in ('active', 'npa');

  for v_journal in
    select j.id from journals j
    where j.user_id = p_user_id and j.loan_id = p_loan_id and j.reversal_of is null
      and (j.source_kind in ('repayment', 'exit', 'accrual', 'npa', 'npa_upgrade') and j.effective_on >= p_from
        or j.source_kind in ('demand', 'earmark', 'penal') and j.effective_on > p_from)
      and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id)
    order by j.posted_at desc, j.id desc
  loop
    perform ledger_mirror(p_user_id, v_journal, p_now);
  end loop;

  select array_agg(r.id) into v_undone from repayments r
  where r.user_id = p_user_id and r.loan_id = p_loan_id and r.status = 'succeeded' and r.value_on >= p_from;
  update repayments r set status = 'initiated', journal_id = null where r.user_id = p_user_id and r.id = any (v_undone);

  -- Shares: what the repayments wrote goes, what they wrote anew in place of older shares comes back.
  update charges c set paid_paise = c.paid_paise - a.amount
  from (
    select x.charge_id, sum(x.amount_paise) as amount from allocations x
    where x.user_id = p_user_id and x.written_by = any (v_undone) and x.is_active and x.charge_id is not null group by 1
  ) a
  where c.user_id = p_user_id and c.id = a.charge_id;
  update allocations a set is_active = false where a.user_id = p_user_id and a.written_by = any (v_undone);
  update allocations a set is_active = true, released_by = null
  where a.user_id = p_user_id and a.released_by = any (v_undone) and not a.written_by = any (v_undone);
  update allocations a set is_earmark = true from instalments i
  where a.user_id = p_user_id and a.loan_id = p_loan_id and a.is_active
    and i.user_id = a.user_id and i.loan_id = a.loan_id and i.number = a.number and i.is_active and i.due_on > p_from;
  -- A closed loan's charges are waived by the closing that is taken back.
  update charges c set waived_paise = 0 from loans l
  where c.user_id = p_user_id and c.loan_id = p_loan_id and l.user_id = c.user_id and l.id = c.loan_id and l.status = 'closed';
  update charges c set reversed_on = ist_date(p_now)
  where c.user_id = p_user_id and c.loan_id = p_loan_id and c.kind = 'penal' and c.levied_on > p_from and c.reversed_on is null;

  update instalments i set is_demanded = i.due_on <= p_from,
    paid_principal_paise = paid.principal, paid_fee_paise = paid.fee, paid_interest_paise = paid.interest
  from (
    select x.id,
      coalesce(sum(a.amount_paise) filter (where a.component = 'principal'), 0) as principal,
      coalesce(sum(a.amount_paise) filter (where a.component = 'fee'), 0) as fee,
      coalesce(sum(a.amount_paise) filter (where a.component = 'interest'), 0) as interest
    from instalments x
    left join allocations a on a.user_id = x.user_id and a.loan_id = x.loan_id and a.number = x.number and a.is_active
    where x.user_id = p_user_id and x.loan_id = p_loan_id and x.is_active
    group by x.id
  ) paid
  where i.user_id = p_user_id and i.id = paid.id;

  update dpd_log g set is_active = false where g.user_id = p_user_id and g.loan_id = p_loan_id and g.business_on >= p_from;
  update loans l set closed_on = null, rewound_count = l.rewound_count + 1, status = case when exists (
      select 1 from dpd_log g where g.user_id = l.user_id and g.loan_id = l.id and g.business_on = p_from - 1
        and g.is_active and g.class = 'NPA') then 'npa' else 'active' end
  where l.user_id = p_user_id and l.id = p_loan_id;
  update loan_days d set closed_through_on = p_from - 1, is_open = true where d.user_id = p_user_id and d.loan_id = p_loan_id;
  update credit_accounts c set updated_at = p_now, used_paise = c.used_paise - v_used_before + (
    select sum(i.principal_paise - i.paid_principal_paise) from instalments i
    where i.user_id = p_user_id and i.loan_id = p_loan_id and i.is_active)
  where c.user_id = p_user_id;

  return query select r.id, r.amount_paise, r.received_at, r.value_on, r.provider_payment_ref, r.failure_reason
    from repayments r where r.user_id = p_user_id and r.id = any (v_undone);
end $$;
grant execute on function rewind_loan(uuid, uuid, date, timestamptz) to mohlat_worker;
