-- Referrals: a friend's KYC and first paid bill earn the one who brought them a reward, once. Rule: LEND-24 (referral),
-- LEND-16 journal 33, SPEC-9.

-- Who came lately with somebody's code: since the account was proved, as what a sign-up says is the account's from then on; one
-- without an address to prove came when it was made. Read here, as nobody but the auth service sees accounts.
drop function if exists referrals_begun(timestamptz);
create or replace function referrals_begun(p_since timestamptz)
returns table (referred_id uuid, code text, came_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, upper(user_metadata ->> 'ref'), coalesce(least(email_confirmed_at, phone_confirmed_at), created_at) from auth.users
  where coalesce(least(email_confirmed_at, phone_confirmed_at), created_at) > p_since
    and user_metadata ? 'ref' and deleted_at is null
    and (email_confirmed_at is not null or phone_confirmed_at is not null or email is null and phone is null)
$$;

-- Whether somebody signed up on a device, as browsers name theirs, on which another had before: the one who brought them, or
-- another of a ring of friends.
drop function if exists referrals_device(uuid);
create or replace function referrals_is_known_device(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from auth.users u join auth.users o on o.user_metadata ->> 'device' = u.user_metadata ->> 'device'
    where u.id = p_user_id and u.user_metadata ->> 'device' <> ''
      and (o.created_at, o.id) < (u.created_at, u.id))
$$;

-- Whether somebody has a code; whose it is stays unsaid.
create or replace function is_referral_code_taken(p_code text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from referral_codes where code = p_code)
$$;

revoke all on function referrals_begun(timestamptz), referrals_is_known_device(uuid), is_referral_code_taken(text) from public;
grant execute on function is_referral_code_taken(text) to mohlat_api;

-- referrals_open: remembers who brought whom, the first whose code a friend came with. Answers how many are new. One runner
-- at a time, so that a friend belongs to one person.
create or replace function referrals_open(p_since timestamptz) returns integer language plpgsql as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('referrals_open', 0)) then return 0; end if;
  insert into referrals (user_id, referred_id, created_at)
  select distinct on (b.referred_id) c.user_id, b.referred_id, b.came_at
  from referrals_begun(p_since) b join referral_codes c on c.code = b.code
  -- A code that is younger than the account was written into it later: two people would have brought each other.
  where c.user_id <> b.referred_id and c.created_at <= b.came_at
    and not exists (select 1 from referrals r where r.referred_id = b.referred_id)
  order by b.referred_id, c.created_at;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Whether an account is blocked for fraud.
create or replace function is_fraud(p_user_id uuid) returns boolean language sql stable as $$
  select exists (select 1 from account_blocks b where b.user_id = p_user_id and b.is_fraud and b.lifted_at is null)
$$;

-- Why a friend is nobody new, or null. The bank account or device of anybody else is the same person, as far as anybody can
-- tell, whether it is who brought them or one more of a ring of friends; the
-- same PAN cannot be on two accounts at once, but whoever closed one may have another, and is nobody new.
create or replace function referral_refusal(p_referred_id uuid) returns text
language sql stable as $$
  select case
    when is_fraud(p_referred_id) then 'fraud'
    when exists (select 1 from profiles f join profiles o on o.pan_hash = f.pan_hash and o.user_id <> f.user_id
                 join kyc_records k on k.user_id = o.user_id and k.pan_status = 'verified'
                 where f.user_id = p_referred_id) then 'known_person'
    when exists (select 1 from bank_accounts a join bank_accounts b on b.user_id = p_referred_id and b.holder_hash = a.holder_hash
                 where a.user_id <> p_referred_id) then 'same_bank_account'
    when referrals_is_known_device(p_referred_id) then 'same_device'
  end
$$;

-- The first paid bill of a friend that stands and is not below the least one of its own terms, and the day on which it can no
-- longer be cancelled: what a reward rests on.
-- Rule: LEND-24 (referral), LEND-8.
create or replace function referral_rests_on(p_referred_id uuid) returns table (payment_id uuid, spendable_on date)
language sql stable as $$
  select p.id, l.disbursed_on + (s.content ->> 'coolingOffDays')::integer + 1
  from payments p
  join loans l on l.user_id = p.user_id and l.id = p.id and l.status not in ('exited', 'unwound')
  join settings s on s.version = p.settings_version
  where p.user_id = p_referred_id and p.bill_status = 'paid'
    and p.amount_paise >= coalesce((s.content -> 'referral' ->> 'leastBillPaise')::bigint, 0)
  order by l.disbursed_on, p.accepted_at, p.id limit 1
$$;

-- referrals_look: looks at those that were not looked at for the longest time. Answers friends who did what earns a reward, with why
-- they are nobody new, and what who brought them was given for the month and the financial year: `referralRewards` decides. Two
-- runners look at different referrals; those of one person are counted one after the other. Locks: the referrals, in order.
create or replace function referrals_look(p_before timestamptz, p_now timestamptz, p_limit integer)
returns table (
  user_id uuid, id uuid, refusal text, spendable_on date, given_in_month integer, given_in_year_paise bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  v_open record;
begin
  for v_open in
    with due as (
      select r.user_id, r.id from referrals r
      where not r.reward_credited and r.refused_reason is null and (r.looked_at is null or r.looked_at < p_before)
      order by r.looked_at nulls first limit p_limit for update skip locked
    ), seen as (
      update referrals r set looked_at = p_now,
        kyc_completed = exists (select 1 from kyc_records k where k.user_id = r.referred_id
          and k.pan_status = 'verified' and k.aadhaar_status = 'verified'),
        payment_completed = exists (select 1 from referral_rests_on(r.referred_id))
      from due where r.user_id = due.user_id and r.id = due.id
      returning r.user_id, r.id, r.referred_id, r.kyc_completed and r.payment_completed as is_earned
    )
    select * from seen where is_earned order by user_id, id
  loop
    -- The limits of one person count one after the other.
    perform pg_advisory_xact_lock(hashtextextended('referrals of ' || v_open.user_id, 0));
    return query
    select v_open.user_id, v_open.id, referral_refusal(v_open.referred_id),
      (select b.spendable_on from referral_rests_on(v_open.referred_id) b), given.in_month, given.in_year
    from (
      select count(*) filter (where date_trunc('month', w.earned_on) = date_trunc('month', ist_date(p_now)))::integer as in_month,
        -- The financial year begins on 1 April.
        coalesce(sum(w.amount_paise) filter (where date_part('year', w.earned_on - interval '3 months')
          = date_part('year', ist_date(p_now) - interval '3 months')), 0)::bigint as in_year
      from rewards w where w.user_id = v_open.user_id and w.kind = 'referral' and w.state <> 'clawed_back'
    ) given;
  end loop;
end $$;

-- referrals_take_back: takes a reward back where the friend is blocked for fraud, or where their only paid bill came back from the
-- bank or was cancelled. A used reward is our expense. Where another bill stands, a reward not usable yet waits for that one.
-- Looks at loans left in the last sixty days. Answers what it took, which the caller books.
-- Rule: LEND-24 (referral).
create or replace function referrals_take_back(p_now timestamptz)
returns table (user_id uuid, id uuid, amount_paise bigint, earned_on date) language plpgsql as $$
#variable_conflict use_column
begin
  update rewards w set spendable_on = b.spendable_on
  from referrals r cross join lateral referral_rests_on(r.referred_id) b
  where w.kind = 'referral' and w.state = 'available' and not w.is_used and w.spendable_on > ist_date(p_now)
    and r.user_id = w.user_id and r.id = w.referral_id and b.spendable_on > w.spendable_on;
  return query
  with lost as (
    update referrals r set payment_completed = is_fraud(r.referred_id), reward_credited = false, reward_amount_paise = null,
      refused_reason = case when is_fraud(r.referred_id) then 'fraud' when exists (
        select 1 from payments p where p.user_id = r.referred_id and p.bill_status = 'reversed') then 'payment_returned'
        else 'payment_cancelled' end
    where r.reward_credited
      and r.referred_id in (
        select p.user_id from payments p where p.bill_status = 'reversed'
        union
        select b.user_id from account_blocks b where b.is_fraud and b.lifted_at is null
        union
        select l.user_id from loans l where l.status in ('exited', 'unwound') and l.closed_on >= ist_date(p_now) - 60)
      and (is_fraud(r.referred_id) or not exists (select 1 from referral_rests_on(r.referred_id)))
    returning r.user_id, r.id
  )
  update rewards w set state = 'clawed_back' from lost
  where w.user_id = lost.user_id and w.referral_id = lost.id and w.state = 'available' and not w.is_used
  returning w.user_id, w.id, w.amount_paise, w.earned_on;
end $$;

grant execute on function
  referrals_begun(timestamptz), referrals_is_known_device(uuid), referrals_open(timestamptz),
  referral_refusal(uuid), referrals_look(timestamptz, timestamptz, integer),
  referrals_take_back(timestamptz), referral_rests_on(uuid), is_fraud(uuid)
to mohlat_worker;
