-- Where credit stands follows from the history of days past due (dpd_log, active rows): written at each close of a day, and
-- by a settlement, so that what was repaid counts at once. Taking a loan back to an earlier day rewrites the history, and
-- with it this.

-- days_past_due: of a borrower's worst loan, as at its last close and less what was repaid since; 0 when nothing is owed
-- from before, or only what a bank has been asked for and has not answered in its time.
-- Rule: LEND-12, LEND-D1, LEND-D2, LEND-20.
create or replace function days_past_due(p_user_id uuid) returns integer
language sql stable as $$
  select coalesce(max(g.dpd), 0)
  from loans l
  join loan_days d on d.user_id = l.user_id and d.loan_id = l.id and d.is_open
  join dpd_log g on g.user_id = l.user_id and g.loan_id = l.id and g.business_on = d.closed_through_on and g.is_active and g.dpd > 0
  where l.user_id = p_user_id and l.status in ('active', 'npa') and (
    exists (
      select 1 from instalments i
      where i.user_id = l.user_id and i.loan_id = l.id and i.is_active and i.is_demanded and i.due_on <= d.closed_through_on
        and i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise
          < i.principal_paise + i.fee_paise + i.interest_paise
        and not awaits_bank(l.user_id, l.id, i.number, d.closed_through_on + 1, 'infinity')
    ) or exists (
      select 1 from charges c
      where c.user_id = l.user_id and c.loan_id = l.id and c.reversed_on is null and c.overdue_on <= d.closed_through_on
        and c.paid_paise + c.waived_paise < c.amount_paise
    ))
$$;

-- settle_standing: writes where the accounts of a set of people stand; whoever's changed is told by a job. The same rule as
-- creditStanding of the money package. An account suspended by hand, or ended by hand, stays as it is.
-- Rule: LEND-14, LEND-P3. Locks: credit accounts, by user (LEND-C5).
--
-- One plan for all calls: made anew at each one, for a set that is known, it cost several times what it then did.
create or replace function settle_standing(p_users uuid[], p_now timestamptz) returns integer
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_changed uuid[];
begin
  perform 1 from credit_accounts where user_id = any (p_users) order by user_id for update;
  with facts as (
    select c.user_id, days_past_due(c.user_id) as dpd, c.report_on < ist_date(p_now) - 90 as is_stale,
      k.pan_status = 'verified' and k.aadhaar_status = 'verified' and k.lapsed_at is null as is_verified,
      exists (select 1 from loans l where l.user_id = c.user_id and l.status = 'written_off') as is_written_off,
      exists (select 1 from dpd_log g where g.user_id = c.user_id and g.is_active and g.class = 'NPA') as is_npa,
      exists (
        select 1 from dpd_log g where g.user_id = c.user_id and g.is_active and g.dpd > 30
          and g.business_on >= coalesce(c.reinstated_on, '-infinity')
      ) or exists (
        -- One that ended for less than was owed: a person looks, however early it was settled (LEND-D05).
        select 1 from loans l where l.user_id = c.user_id and l.status = 'settled'
          and l.closed_on >= coalesce(c.reinstated_on, '-infinity')
      ) as is_in_arrears
    from credit_accounts c join kyc_records k on k.user_id = c.user_id
    where c.user_id = any (p_users) and (
      c.state in ('active', 'blocked_due') or c.state in ('suspended', 'revoked') and c.state_reason is not null)
  ), stands as (
    select user_id,
      case
        when is_written_off then 'written_off' when is_npa then 'npa' when is_in_arrears then 'arrears'
        when not is_verified then 'kyc_lapse' when is_stale then 'report_stale' when dpd > 0 then 'overdue'
      end as hold
    from facts
  ), changed as (
    update credit_accounts c set state_reason = s.hold, updated_at = p_now,
      state = case
        when s.hold is null then 'active' when s.hold = 'overdue' then 'blocked_due'
        when s.hold in ('npa', 'written_off') then 'revoked' else 'suspended'
      end
    from stands s where c.user_id = s.user_id and c.state_reason is distinct from s.hold
    returning c.user_id
  )
  select array_agg(user_id) into v_changed from changed;
  perform enqueue_job('credit.tell_standing', json_build_object('userId', u), p_key => 'credit.tell_standing:' || u)
  from unnest(v_changed) as u;
  return coalesce(cardinality(v_changed), 0);
end $$;

drop function if exists has_overdue(uuid, date);
drop function if exists days_overdue(uuid, date);
grant execute on function days_past_due(uuid), settle_standing(uuid[], timestamptz) to mohlat_api, mohlat_worker;
