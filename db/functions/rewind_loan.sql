-- rewind_loan: takes a loan back to the opening of a day, so that money with that value date can be put where it
-- belongs and the days after it lived again. Everything that took effect since is mirrored, newest first, on its own
-- day; nothing is deleted. Answers the repayments taken back, which the caller settles anew in their order.
--
-- An exit and a part-prepayment are taken back like any repayment and settled anew in their turn; the schedule that was in
-- force before a part-prepayment is in force again. Bounce charges and refunds stand: they are facts, not
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
  -- Set where the loan stays written off: only what came in since is taken back.
  v_written_off_on date := (
    select written_off_on from loans where user_id = p_user_id and id = p_loan_id and written_off_on < p_from);
begin
  select coalesce(sum(i.principal_paise - i.paid_principal_paise), 0) into v_used_before
  from loans l join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active
  where l.user_id = p_user_id and l.id = p_loan_id and l.status in ('active', 'npa');

  for v_journal in
    select j.id from journals j
    where j.user_id = p_user_id and j.loan_id = p_loan_id and j.reversal_of is null
      and (j.source_kind in ('repayment', 'exit', 'accrual', 'npa', 'npa_upgrade', 'waiver', 'write_off', 'recovery', 'ecl') and j.effective_on >= p_from
        or j.source_kind in ('demand', 'earmark', 'penal') and j.effective_on > p_from)
      and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id)
    order by j.posted_at desc, j.id desc
  loop
    perform ledger_mirror(p_user_id, v_journal, p_now);
  end loop;

  select array_agg(r.id) into v_undone from repayments r
  where r.user_id = p_user_id and r.loan_id = p_loan_id and r.status = 'succeeded' and r.value_on >= p_from;
  update repayments r set status = 'initiated', journal_id = null where r.user_id = p_user_id and r.id = any (v_undone);

  -- Schedules: what the repayments wrote is void, what they put aside is in force again.
  update instalments i set is_active = coalesce(i.written_by <> all (v_undone), true), released_by = null
  where i.user_id = p_user_id and i.loan_id = p_loan_id and (i.written_by = any (v_undone) or i.released_by = any (v_undone));

  -- Shares: what the repayments wrote goes, what they wrote anew in place of older shares comes back.
  update charges c set paid_paise = c.paid_paise - a.amount
  from (
    select x.charge_id, sum(x.amount_paise) as amount from allocations x
    where x.user_id = p_user_id and x.written_by = any (v_undone) and x.is_active and x.charge_id is not null group by 1
  ) a
  where c.user_id = p_user_id and c.id = a.charge_id;
  -- They come back in no later life: who spent them anew is forgotten, too.
  update allocations a set is_active = false, released_by = null
  where a.user_id = p_user_id and a.written_by = any (v_undone) and (a.is_active or a.released_by is not null);
  update allocations a set is_active = true, released_by = null
  where a.user_id = p_user_id and a.released_by = any (v_undone) and not a.written_by = any (v_undone);
  -- A loan that stays written off holds nothing for later.
  update allocations a set is_earmark = true from instalments i
  where v_written_off_on is null and a.user_id = p_user_id and a.loan_id = p_loan_id and a.is_active
    and i.user_id = a.user_id and i.loan_id = a.loan_id and i.number = a.number and i.is_active
    and coalesce(demanded_on(p_user_id, p_loan_id, i.due_on) > p_from, true);
  -- Waivers and write-offs are facts: their journals are taken back with the days, and the caller grants them anew in their
  -- turn (`undone_facts`). What was too little to ask for is a consequence, and so is what a closing waives of charges.
  update waiver_shares s set is_active = false from waivers w
  where w.user_id = p_user_id and w.loan_id = p_loan_id and w.effective_on >= p_from
    and s.user_id = w.user_id and s.waiver_id = w.id and s.is_active;
  update waivers set applied_paise = case origin when 'staff' then null else 0 end, journal_id = null
  where user_id = p_user_id and loan_id = p_loan_id and effective_on >= p_from;
  update write_offs set is_applied = null, journal_id = null
  where user_id = p_user_id and loan_id = p_loan_id and effective_on >= p_from;
  update charges c set waived_paise = coalesce((
    select sum(s.amount_paise) from waiver_shares s
    where s.user_id = c.user_id and s.loan_id = c.loan_id and s.charge_id = c.id and s.is_active), 0)
  where c.user_id = p_user_id and c.loan_id = p_loan_id and c.waived_paise > 0;
  update charges c set reversed_on = ist_date(p_now),
    reversed_in = (select l.rewound_count + 1 from loans l where l.user_id = p_user_id and l.id = p_loan_id)
  where c.user_id = p_user_id and c.loan_id = p_loan_id and c.kind = 'penal' and c.levied_on > p_from and c.reversed_on is null;

  update instalments i set is_demanded = coalesce(demanded_on(p_user_id, p_loan_id, i.due_on) <= p_from, false) or v_written_off_on is not null,
    paid_principal_paise = paid.principal, paid_fee_paise = paid.fee,
    paid_interest_paise = greatest(paid.interest, case when i.due_on > v_written_off_on then never_owed(i, v_written_off_on) else 0 end)
  from (
    select x.id,
      coalesce(sum(a.amount_paise) filter (where a.component = 'principal'), 0) as principal,
      coalesce(sum(a.amount_paise) filter (where a.component = 'fee'), 0) as fee,
      coalesce(sum(a.amount_paise) filter (where a.component = 'interest'), 0) as interest
    from instalments x
    left join (
      select z.user_id, z.loan_id, z.number, z.component, z.amount_paise from allocations z
      where z.user_id = p_user_id and z.loan_id = p_loan_id and z.is_active
      union all
      select s.user_id, s.loan_id, s.number, s.component, s.amount_paise from waiver_shares s
      where s.user_id = p_user_id and s.loan_id = p_loan_id and s.is_active
    ) a on a.user_id = x.user_id and a.loan_id = x.loan_id and a.number = x.number
    where x.user_id = p_user_id and x.loan_id = p_loan_id and x.is_active
    group by x.id
  ) paid
  where i.user_id = p_user_id and i.id = paid.id;

  -- A hardship is a fact and stands; that arrears ended it is a consequence. Charges are levied anew by its days.
  update hardships h set ended_on = null where h.user_id = p_user_id and h.loan_id = p_loan_id and h.ended_on >= p_from;
  update dpd_log g set is_active = false where g.user_id = p_user_id and g.loan_id = p_loan_id and g.business_on >= p_from;
  update loans l set closed_on = null, written_off_on = v_written_off_on, rewound_count = l.rewound_count + 1, schedule_version = (
      select max(i.version) from instalments i where i.user_id = l.user_id and i.loan_id = l.id and i.is_active
    ), status = case when v_written_off_on is not null then 'written_off' when exists (
      select 1 from dpd_log g where g.user_id = l.user_id and g.loan_id = l.id and g.business_on = p_from - 1
        and g.is_active and g.class = 'NPA') then 'npa' else 'active' end
  where l.user_id = p_user_id and l.id = p_loan_id;
  update loan_days d set is_open = v_written_off_on is null,
    closed_through_on = case when v_written_off_on is null then p_from - 1 else d.closed_through_on end
  where d.user_id = p_user_id and d.loan_id = p_loan_id;
  update credit_accounts c set updated_at = p_now, used_paise = c.used_paise - v_used_before + (
    select coalesce(sum(i.principal_paise - i.paid_principal_paise), 0) from instalments i
    where i.user_id = p_user_id and i.loan_id = p_loan_id and i.is_active and v_written_off_on is null)
  where c.user_id = p_user_id;

  return query select r.id, r.amount_paise, r.received_at, r.value_on, r.provider_payment_ref, r.failure_reason
    from repayments r where r.user_id = p_user_id and r.id = any (v_undone);
end $$;

-- What two people or one decided about a person's loans and a rewind took back, to be done anew in its turn between the
-- receipts.
create or replace function undone_facts(p_user_id uuid)
returns table (id uuid, kind text, at timestamptz, effective_on date)
language sql stable as $$
  select w.id, 'waiver', w.granted_at, w.effective_on from waivers w
  where w.user_id = p_user_id and w.applied_paise is null
  union all
  select o.id, 'write_off', o.decided_at, o.effective_on from write_offs o
  where o.user_id = p_user_id and o.is_applied is null
$$;
grant execute on function undone_facts(uuid) to mohlat_worker;
grant execute on function rewind_loan(uuid, uuid, date, timestamptz) to mohlat_worker;
