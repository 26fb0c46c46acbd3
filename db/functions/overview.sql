-- Figures for staff: sums of the ledger by day, how far people come, the queue's length.

-- sum_closed_days: keeps the sums of days that are closed for good; one closed a moment ago may still have a transaction
-- of its own under way. Answers how many days it summed. Rule: LEND-B6.
create or replace function sum_closed_days(p_now timestamptz, p_limit integer) returns integer language plpgsql as $$
declare
  v_days date[];
begin
  select array_agg(day_on) into v_days from (
    select day_on from business_days
    where closed_at <= p_now - interval '10 minutes' and summed_at is null
    order by day_on limit p_limit for update skip locked
  ) due;
  if v_days is null then return 0; end if;
  insert into ledger_days (day_on, source_kind, account, debit_paise, credit_paise, debit_count, credit_count)
  select day_on, source_kind, account, debit_paise, credit_paise, debit_count, credit_count from ledger_sums_of(v_days);
  update business_days set summed_at = p_now where day_on = any (v_days);
  return cardinality(v_days);
end $$;

-- ledger_sums_of: some days of posting added up by event and account.
create or replace function ledger_sums_of(p_days date[])
returns table (
  day_on date, source_kind text, account text, debit_paise bigint, credit_paise bigint, debit_count integer, credit_count integer
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select j.posting_on, j.source_kind, p.account,
    coalesce(sum(p.amount_paise) filter (where p.amount_paise > 0), 0)::bigint,
    coalesce(-sum(p.amount_paise) filter (where p.amount_paise < 0), 0)::bigint,
    count(*) filter (where p.amount_paise > 0)::integer, count(*) filter (where p.amount_paise < 0)::integer
  from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
  where j.posting_on = any (p_days)
  group by 1, 2, 3;
end $$;

-- ledger_sums: every day of a period by event and account; what is not summed for good is added up here.
create or replace function ledger_sums(p_from date, p_to date)
returns table (
  day_on date, source_kind text, account text, debit_paise bigint, credit_paise bigint, debit_count integer, credit_count integer
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select day_on, source_kind, account, debit_paise, credit_paise, debit_count, credit_count
  from ledger_days where day_on between p_from and p_to
  union all
  select * from ledger_sums_of(array(select b.day_on from business_days b where b.day_on between p_from and p_to and b.summed_at is null));
end $$;
grant execute on function
  sum_closed_days(timestamptz, integer), ledger_sums_of(date[]), ledger_sums(date, date) to mohlat_worker;

-- people_reached: of those who signed up in a period, how many have come how far. Numbers only; the tables of sign-in stay
-- out of the roles' reach.
create or replace function people_reached(p_from timestamptz, p_to timestamptz)
returns table (signed_up bigint, kyc_complete bigint, limit_given bigint, first_bill_paid bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Apart: a cluster keeps sign-in and people's rows on different nodes (decision 121).
  v_users uuid[] := array(
    select u.id from auth.users u where u.created_at >= p_from and u.created_at < p_to and u.deleted_at is null);
begin
  return query
  select cardinality(v_users)::bigint, count(*), count(*) filter (where c.limit_paise > 0),
    count(*) filter (where c.limit_paise > 0 and exists (select 1 from loans l where l.user_id = k.user_id))
  from kyc_records k
  left join credit_accounts c on c.user_id = k.user_id
  where k.user_id = any (v_users) and is_identity_known(k.pan_status, k.aadhaar_status);
end $$;
revoke all on function people_reached(timestamptz, timestamptz) from public;
grant execute on function people_reached(timestamptz, timestamptz) to mohlat_worker;

-- long_tasks: jobs that run one at a time because each reads the whole book or a slow list (lane `long`): they wait for one another.
create or replace function long_tasks() returns text[]
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select array['books_prove', 'bureau-reports.make', 'bureau-reports.tell', 'collections.read', 'evidence.anchor', 'privacy_retention', 'reconciliation.read']
$$;
revoke all on function long_tasks() from public;
grant execute on function long_tasks() to mohlat_worker;

-- queue_depth: what waits to be done, on the queue's own clock. A long job may wait for another for six hours before it counts as late.
create or replace function queue_depth()
returns table (waiting bigint, running bigint, failed bigint, oldest_seconds bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()),
    count(*) filter (where locked_at is not null),
    count(*) filter (where locked_at is null and attempts >= max_attempts),
    greatest(0, extract(epoch from now() - min(
      run_at + case when task_identifier = any (long_tasks()) then interval '6 hours' else interval '0' end)
      filter (where locked_at is null and attempts < max_attempts)))::bigint
  from graphile_worker.jobs
$$;
revoke all on function queue_depth() from public;
grant execute on function queue_depth() to mohlat_worker;
