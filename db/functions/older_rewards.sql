-- For processes of the version before (decision 080), one release long: they hear that the database is busy when they call for rewards
-- and referrals. A process of this version looks after them, and features/rewards and features/referrals book them.
-- Errors: lock_not_available.
create or replace function older_rewards() returns void language plpgsql as $$
begin
  raise exception using errcode = 'lock_not_available', message = 'rewards: a process of a newer version keeps them';
end $$;

create or replace function rewards_earn(p_users uuid[], p_from date, p_to date, p_now timestamptz)
returns table (user_id uuid, id uuid, amount_paise bigint) language plpgsql as $$
begin
  perform older_rewards();
end $$;

create or replace function rewards_claw_back(p_now timestamptz, p_limit integer) returns integer language plpgsql as $$
begin
  perform older_rewards();
end $$;

create or replace function rewards_expire(p_today date, p_now timestamptz, p_limit integer) returns integer language plpgsql as $$
begin
  perform older_rewards();
end $$;

create or replace function rewards_give_back(p_now timestamptz, p_limit integer) returns integer language plpgsql as $$
begin
  perform older_rewards();
end $$;

create or replace function referrals_keep(p_before timestamptz, p_now timestamptz, p_limit integer)
returns table (user_id uuid, amount_paise bigint) language plpgsql as $$
begin
  perform older_rewards();
end $$;

create or replace function referrals_reward(p_before timestamptz, p_now timestamptz, p_limit integer)
returns table (user_id uuid, id uuid, amount_paise bigint, earned_on date) language plpgsql as $$
begin
  perform older_rewards();
end $$;

create or replace function referrals_claw_back(p_now timestamptz) returns integer language plpgsql as $$
begin
  perform older_rewards();
end $$;

create or replace function referrals_look(p_before timestamptz, p_now timestamptz, p_limit integer)
returns table (
  user_id uuid, id uuid, refusal text, spendable_on date, given_in_month integer, given_in_year_paise bigint
) language plpgsql as $$
begin
  perform older_rewards();
end $$;

create or replace function referrals_take_back(p_now timestamptz)
returns table (user_id uuid, id uuid, amount_paise bigint, earned_on date) language plpgsql as $$
begin
  perform older_rewards();
end $$;

drop function if exists rewards_post(uuid[], uuid[], text, text, integer, timestamptz);
drop function if exists referral_refusal(uuid, uuid, timestamptz, jsonb);
grant execute on function
  older_rewards(),
  rewards_earn(uuid[], date, date, timestamptz),
  rewards_claw_back(timestamptz, integer),
  rewards_expire(date, timestamptz, integer),
  rewards_give_back(timestamptz, integer),
  referrals_keep(timestamptz, timestamptz, integer),
  referrals_reward(timestamptz, timestamptz, integer),
  referrals_claw_back(timestamptz),
  referrals_look(timestamptz, timestamptz, integer),
  referrals_take_back(timestamptz)
to mohlat_worker;

-- rewards_held: such a process looks for what is to be given back among everybody's repayments at once.
create or replace function rewards_held() returns table (user_id uuid, loan_id uuid, repayment_id uuid, paise bigint)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select h.user_id, h.loan_id, h.repayment_id, h.paise from rewards_held(array(
    select distinct r.user_id from repayments r where r.channel = 'reward' and r.status = 'succeeded')) h;
end $$;

grant execute on function rewards_held() to mohlat_worker;
