-- is_consent_withdrawn: whether one of these purposes was agreed to and taken back, and not agreed to again.
-- Rule: LEND-24.
create or replace function is_consent_withdrawn(p_user_id uuid, p_purposes text[]) returns boolean
language sql stable as $$
  select exists (
    select 1 from consents w
    where w.user_id = p_user_id and w.withdrawn_at is not null and w.purpose = any (p_purposes)
      and not exists (
        select 1 from consents g where g.user_id = w.user_id and g.purpose = w.purpose and g.withdrawn_at is null
      )
  )
$$;
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
end $$;
