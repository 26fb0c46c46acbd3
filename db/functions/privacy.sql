-- is_consent_withdrawn: whether one of these purposes was agreed to and taken back, and not agreed to again.
-- Rule: LEND-24.
create or replace function is_consent_withdrawn(p_user_id uuid, p_purposes text[]) returns boolean
language plpgsql stable as $$
begin
  return (
    select exists (
      select 1 from consents w
      where w.user_id = p_user_id and w.withdrawn_at is not null and w.purpose = any (p_purposes)
        and not exists (
          select 1 from consents g where g.user_id = w.user_id and g.purpose = w.purpose and g.withdrawn_at is null
        )
    ));
end $$;
grant execute on function is_consent_withdrawn(uuid, text[]) to mohlat_api, mohlat_worker;

-- The purposes without which nothing new is lent. The contract's catalogue says the same; a test compares them.
create or replace function lending_purposes() returns text[]
language sql immutable parallel safe as
$$ select array['pan_verification', 'aadhaar_digilocker', 'bureau_pull', 'credit_limit'] $$;
grant execute on function lending_purposes() to mohlat_api, mohlat_worker;

-- Erasing is the worker's work. The grants stand here, with the functions, because they name tables of many
-- migrations; what erases them is features/privacy.
do $$
declare
  t text;
begin
  foreach t in array array[
    'profiles', 'kyc_records', 'kyc_attempts', 'aadhaar_sessions', 'consents', 'credit_accounts', 'credit_assessments',
    'cards', 'bill_fetches', 'quotes', 'notifications', 'call_counters', 'bank_accounts', 'bank_account_checks',
    'webhook_inbox', 'support_messages', 'video_challenges', 'video_recordings', 'reviews',
    'video_sessions', 'pan_reviews', 'credit_account_log', 'credit_offers', 'income_evidence'
  ] loop
    if to_regclass('public.' || t) is not null then execute format('grant delete on %I to mohlat_worker', t); end if;
  end loop;
  grant update (fingerprint, name_on_card, nickname, expiry) on cards to mohlat_worker;
  grant update (accepted_from) on key_facts to mohlat_worker;
  grant update (customer_name, bill_number, mobile_hash) on bill_fetches to mohlat_worker;
end $$;

-- forget_messages: messages that wait to be sent to an account that was closed. They hold its address. One under way ends by itself.
create or replace function forget_messages(p_user_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from account_closures where user_id = p_user_id) then
    raise exception 'messages are forgotten of closed accounts';
  end if;
  perform graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'notifications.send' and j.payload ->> 'userId' = p_user_id::text and j.locked_at is null
  ));
end $$;

-- forget_dead_jobs: work that failed at every try, 90 days after the last. Answers how many.
create or replace function forget_dead_jobs(p_now timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_gone integer;
begin
  select count(*)::integer into v_gone from graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j
    where j.locked_at is null and j.attempts >= j.max_attempts and j.updated_at < p_now - interval '90 days'
    limit p_limit
  ));
  return v_gone;
end $$;
revoke all on function forget_messages(uuid), forget_dead_jobs(timestamptz, integer) from public;
grant execute on function forget_messages(uuid), forget_dead_jobs(timestamptz, integer) to mohlat_worker;
