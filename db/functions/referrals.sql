-- Referrals: a friend's KYC and first paid bill earn the one who brought them a reward, once. Rule: LEND-24 (referral),
-- LEND-16 journal 33, SPEC-9.

-- referrals_begun: the accounts that came lately with a referral code. One counts from when it was proved, because the words of a
-- sign-up are the account's own from then on; one without an address to prove, from when it was made. Read here, because only the
-- auth service sees accounts.
drop function if exists referral_rests_on(uuid);
drop function if exists referrals_begun(timestamptz);
create or replace function referrals_begun(p_since timestamptz)
returns table (referred_id uuid, code text, came_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, upper(user_metadata ->> 'ref'), coalesce(least(email_confirmed_at, phone_confirmed_at), created_at) from auth.users
  where coalesce(least(email_confirmed_at, phone_confirmed_at), created_at) > p_since
    and user_metadata ? 'ref' and deleted_at is null
    and (email_confirmed_at is not null or phone_confirmed_at is not null or email is null and phone is null)
$$;

-- Whether a person signed up on a device, by the hash of the name its browser gives itself, on which another had before: the one who brought them, or
-- another of a ring of friends.
drop function if exists referrals_device(uuid);
create or replace function referrals_is_known_device(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from auth.users u join auth.users o on o.sign_up_device_hash = u.sign_up_device_hash
    where u.id = p_user_id
      and (o.created_at, o.id) < (u.created_at, u.id))
$$;

-- Whether a code is taken; its owner stays unsaid.
create or replace function is_referral_code_taken(p_code text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select exists (select 1 from referral_codes where code = p_code));
end $$;

revoke all on function referrals_begun(timestamptz), referrals_is_known_device(uuid), is_referral_code_taken(text) from public;
grant execute on function is_referral_code_taken(text) to mohlat_api;

-- referrals_open: remembers who brought whom, the first whose code a friend came with. Answers how many are new. One runner
-- at a time, so that a friend belongs to one person.
create or replace function referrals_open(p_since timestamptz) returns integer language plpgsql as $$
declare
  v_count integer;
  v_friends uuid[];
  v_codes text[];
  v_came timestamptz[];
  v_known uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('referrals_open', 0)) then return 0; end if;
  -- Apart: a cluster keeps sign-in and people's rows on different nodes (decision 121).
  select array_agg(b.referred_id), array_agg(b.code), array_agg(b.came_at) into v_friends, v_codes, v_came from referrals_begun(p_since) b;
  v_known := array(select r.referred_id from referrals r where r.referred_id = any (v_friends));
  insert into referrals (user_id, referred_id, created_at)
  select distinct on (b.referred_id) c.user_id, b.referred_id, b.came_at
  from unnest(v_friends, v_codes, v_came) as b (referred_id, code, came_at) join referral_codes c on c.code = b.code
  -- A code that is younger than the account was written into it later: two people would have brought each other.
  where c.user_id <> b.referred_id and c.created_at <= b.came_at and b.referred_id <> all (v_known)
  order by b.referred_id, c.created_at;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Whether an account is blocked for fraud.
create or replace function is_fraud(p_user_id uuid) returns boolean language plpgsql stable as $$
begin
  return (
    select exists (select 1 from account_blocks b where b.user_id = p_user_id and b.is_fraud and b.lifted_at is null));
end $$;

-- shares_bank_account: whether a bank account of a person was verified on another account, too. Both by the bank's word: a number that was
-- only typed, or that the bank says is somebody else's, is nobody's. The other account has to be proved by PAN and Aadhaar: else a stranger
-- who knows a person's name, PAN and number would make them one. One that was taken off counts as it stood.
create or replace function shares_bank_account(p_user_id uuid) returns boolean
language plpgsql stable as $$
declare
  v_hashes bytea[];
begin
  v_hashes := array(select a.holder_hash from bank_accounts a
    where a.user_id = p_user_id and a.status = 'verified');
  return exists (select 1 from bank_accounts a join kyc_records k on k.user_id = a.user_id
    where a.holder_hash = any (v_hashes) and a.user_id <> p_user_id and a.status = 'verified'
      and is_identity_known(k.pan_status, k.aadhaar_status));
end $$;

-- Why a friend is not new, or null. The bank account or device of another person means the same person, as far as can
-- be told, whether that is who brought them or one more of a ring of friends; the same PAN or Aadhaar document cannot be on two
-- accounts at once, but a person who closed one may have another, and is not new.
create or replace function referral_refusal(p_referred_id uuid) returns text
language plpgsql stable as $$
begin
  return (
    select case
      when is_fraud(p_referred_id) then 'fraud'
      when exists (select 1 from accounts_of_person(p_referred_id)) or bears_mark(p_referred_id) then 'known_person'
      when shares_bank_account(p_referred_id) then 'same_bank_account'
      when referrals_is_known_device(p_referred_id) then 'same_device'
    end);
end $$;

-- referral_bills: the paid bills of a friend in the order of their acceptance, each with its terms: packages/lending/src/referral-bills.ts
-- says which of them a reward rests on, and from which day it may be spent.
create or replace function referral_bills(p_referred_id uuid) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'loanStatus', l.status, 'disbursedOn', l.disbursed_on, 'bookedOn', coalesce(l.booked_on, l.disbursed_on), 'amountPaise', p.amount_paise,
      'leastBillPaise', coalesce((s.content -> 'referral' ->> 'leastBillPaise')::bigint, 0),
      'coolingOffDays', (s.content ->> 'coolingOffDays')::integer, 'settingsVersion', s.version) order by p.accepted_at, p.id), '[]')
    from payments p
    join loans l on l.user_id = p.user_id and l.id = p.id
    join settings s on s.version = p.settings_version
    where p.user_id = p_referred_id and p.bill_status = 'paid');
end $$;

-- referrals_claim: takes those that were not looked at for the longest time, and says what is known of each friend. Two runners look at
-- different referrals. Locks: the referrals, in order.
create or replace function referrals_claim(p_before timestamptz, p_now timestamptz, p_limit integer)
returns table (user_id uuid, id uuid, referred_id uuid, is_known boolean, bills json) language plpgsql as $$
#variable_conflict use_column
declare
  v_users uuid[];
  v_ids uuid[];
  v_one record;
begin
  select array_agg(due.user_id), array_agg(due.id) into v_users, v_ids from (
    select r.user_id, r.id from referrals r
    where not r.reward_credited and r.refused_reason is null and (r.looked_at is null or r.looked_at < p_before)
    order by r.looked_at nulls first limit p_limit) due;
  -- One at a time: a friend may lie on another node of a cluster (decision 121).
  for v_one in select free.user_id, free.id from rows_claim('referrals', v_users, v_ids) free order by 1, 2 loop
    update referrals r set looked_at = p_now
    where r.user_id = v_one.user_id and r.id = v_one.id
      and not r.reward_credited and r.refused_reason is null and (r.looked_at is null or r.looked_at < p_before)
    returning r.user_id, r.id, r.referred_id into user_id, id, referred_id;
    continue when not found;
    is_known := exists (select 1 from kyc_records k
      where k.user_id = referrals_claim.referred_id and is_identity_known(k.pan_status, k.aadhaar_status));
    update referrals r set kyc_completed = referrals_claim.is_known where r.user_id = v_one.user_id and r.id = v_one.id;
    bills := referral_bills(referrals_claim.referred_id);
    return next;
  end loop;
end $$;

-- referrals_lock: the limits of one person count one after the other.
create or replace function referrals_lock(p_users uuid[]) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('referrals of ' || u, 0))
  from (select distinct u from unnest(p_users) as u order by u) as people
$$;

-- referrals_claim_rewarded: takes rewarded friends of whom something changed that may take the reward back: fraud, a bill that came back,
-- a loan that was left in the last sixty days; those that were not looked at for the longest time. With the day of the reward, where
-- that is neither used nor gone. One runner at a time; a second one finds nothing to do. Locks: the referrals.
create or replace function referrals_claim_rewarded(p_before timestamptz, p_now timestamptz, p_limit integer, p_today date)
returns table (
  user_id uuid, id uuid, is_fraud boolean, has_returned_bill boolean, bills json, spendable_on date
) language plpgsql as $$
#variable_conflict use_column
declare
  v_one record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('referrals_claim_rewarded', 0)) then return; end if;
  for v_one in
    select r.user_id, r.id, r.referred_id from referrals r
    where r.reward_credited and (r.looked_at is null or r.looked_at < p_before) and r.referred_id in (
      select p.user_id from payments p where p.bill_status = 'reversed'
      union
      select b.user_id from account_blocks b where b.is_fraud and b.lifted_at is null
      union
      select l.user_id from loans l where l.status in ('exited', 'unwound') and l.closed_on >= p_today - 60)
    order by r.looked_at nulls first, r.user_id, r.id limit p_limit
  loop
    update referrals r set looked_at = p_now where r.user_id = v_one.user_id and r.id = v_one.id;
    user_id := v_one.user_id;
    id := v_one.id;
    is_fraud := is_fraud(v_one.referred_id);
    has_returned_bill := exists (select 1 from payments p where p.user_id = v_one.referred_id and p.bill_status = 'reversed');
    bills := referral_bills(v_one.referred_id);
    spendable_on := (select w.spendable_on from rewards w
      where w.user_id = v_one.user_id and w.referral_id = v_one.id and w.kind = 'referral' and w.state = 'available' and not w.is_used);
    return next;
  end loop;
end $$;

grant execute on function
  referrals_begun(timestamptz), referrals_is_known_device(uuid), referrals_open(timestamptz),
  referral_refusal(uuid), shares_bank_account(uuid), referral_bills(uuid), referrals_claim(timestamptz, timestamptz, integer), referrals_lock(uuid[]),
  referrals_claim_rewarded(timestamptz, timestamptz, integer, date), is_fraud(uuid)
to mohlat_worker;
