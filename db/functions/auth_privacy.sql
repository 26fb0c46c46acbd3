-- auth.held: what the sign-in tables know of the account this transaction acts for, as its owner may read it.
create or replace function auth.held(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'account', jsonb_build_array(jsonb_build_object(
      'email', u.email, 'emailConfirmedAt', u.email_confirmed_at, 'newEmail', u.new_email,
      'mobile', u.phone, 'mobileConfirmedAt', u.phone_confirmed_at, 'newMobile', u.new_phone,
      'hasPassword', u.password_hash is not null, 'details', u.user_metadata, 'createdAt', u.created_at,
      'lastSignInAt', u.last_sign_in_at)),
    'identities', coalesce((
      select jsonb_agg(jsonb_build_object(
        'provider', i.provider, 'details', i.identity_data, 'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at)
        order by i.created_at)
      from auth.identities i where i.user_id = u.id), '[]'),
    'factors', coalesce((
      select jsonb_agg(jsonb_build_object(
        'type', f.factor_type, 'status', f.status, 'name', f.friendly_name, 'mobile', f.phone, 'createdAt', f.created_at)
        order by f.created_at)
      from auth.factors f where f.user_id = u.id), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'since', s.created_at, 'usedAt', s.refreshed_at, 'browser', s.user_agent, 'address', host(s.ip))
        order by s.created_at)
      from auth.sessions s where s.user_id = u.id), '[]'),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'what', e.what, 'address', host(e.ip), 'device', e.device, 'at', e.at, 'times', e.times, 'lastAt', coalesce(e.last_at, e.at))
        order by e.at)
      from auth.events e where e.user_id = u.id), '[]'))
  from auth.users u
  where u.id = p_user and p_user = public.app_user_id() and u.deleted_at is null
$$;
revoke all on function auth.held(uuid) from public;
grant execute on function auth.held(uuid) to mohlat_api;

-- auth.signed_in_at: when the person behind a session last proved who they are; null when nobody did, because the
-- session began with the proof of a new address or number. Who holds that need not be who owns the account. A factor that
-- the session itself brought is no proof either.
create or replace function auth.signed_in_at(p_user uuid, p_session uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when count(a.value) = 0 then s.created_at
    else to_timestamp(max((a.value ->> 'timestamp')::numeric) filter (
      where a.value -> 'isChange' is null and a.value -> 'isOwn' is null))
  end
  from auth.sessions s left join jsonb_array_elements(s.amr) a on true
  where s.user_id = p_user and s.id = p_session and p_user = public.app_user_id()
  group by s.created_at
$$;
revoke all on function auth.signed_in_at(uuid, uuid) from public;
grant execute on function auth.signed_in_at(uuid, uuid) to mohlat_api;

-- auth.close_account: ends every session of the transaction's account and empties it. Its addresses are free again;
-- nobody signs in to it any more. What happened to it stays for as long as access logs do.
create or replace function auth.close_account(p_user uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_user is distinct from public.app_user_id() then
    raise exception 'an account is closed in a transaction of its own user';
  end if;
  delete from auth.sessions where user_id = p_user;
  delete from auth.one_time_codes where user_id = p_user;
  delete from auth.sign_ups where user_id = p_user;
  delete from auth.undo_links where user_id = p_user;
  delete from auth.flow_states where user_id = p_user;
  delete from auth.identities where user_id = p_user;
  delete from auth.factors where user_id = p_user;
  delete from auth.code_tries where user_id = p_user;
  update auth.users set
    email = null, phone = null, new_email = null, new_phone = null, password_hash = null, user_metadata = '{}',
    app_metadata = '{}', deleted_at = p_now, is_restorable = false, deleted_email_hash = null, deleted_phone_hash = null,
    updated_at = p_now
  where id = p_user;
end $$;
revoke all on function auth.close_account(uuid, timestamptz) from public;
grant execute on function auth.close_account(uuid, timestamptz) to mohlat_api;

-- auth.forget_old: deletes what the sign-in tables need no more: events older than a year, spent codes and flows,
-- notes of messages sent, sessions that ran out, accounts that signed up and that nobody proved for a week. At most
-- p_batch rows a table; answers how many went. Skips what is being changed: a code, a sign-up or a session may be renewed.
create or replace function auth.forget_old(p_now timestamptz, p_batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer := 0;
  v_step integer;
  v_delete text;
  v_unproven constant text := 'u.created_at < $1 - interval ''7 days'' and u.email_confirmed_at is null'
    || ' and u.phone_confirmed_at is null and u.last_sign_in_at is null and u.deleted_at is null and not u.is_anonymous'
    || ' and u.invited_at is null'
    || ' and coalesce(greatest(u.confirmation_sent_at, u.recovery_sent_at), u.created_at) < $1 - interval ''7 days'''
    || ' and exists (select from auth.events e where e.user_id = u.id and e.what = ''signed_up'')'
    || ' and not exists (select from auth.sessions s where s.user_id = u.id)';
begin
  foreach v_delete in array array[
    'delete from auth.events where ctid = any (array(select ctid from auth.events where at < $1 - interval ''1 year'' limit $2))',
    'delete from auth.one_time_codes where ctid = any (array(select ctid from auth.one_time_codes where expires_at < $1 - interval ''1 day'' limit $2 for update skip locked))',
    'delete from auth.sign_ups where ctid = any (array(select ctid from auth.sign_ups where expires_at < $1 - interval ''1 day'' limit $2 for update skip locked))',
    'delete from auth.undo_links where ctid = any (array(select ctid from auth.undo_links where expires_at < $1 limit $2))',
    -- An account that a proof under way holds is skipped; one proven since it was chosen no longer fits the conditions.
    'delete from auth.users u where u.id = any (array(select u.id from auth.users u where ' || v_unproven || ' limit $2 for update skip locked)) and ' || v_unproven,
    'delete from auth.flow_states where ctid = any (array(select ctid from auth.flow_states where created_at < $1 - interval ''2 days'' limit $2))',
    'delete from auth.factor_challenges where ctid = any (array(select ctid from auth.factor_challenges where expires_at < $1 - interval ''1 day'' limit $2))',
    'delete from auth.provider_flows where ctid = any (array(select ctid from auth.provider_flows where created_at < $1 - interval ''1 day'' limit $2))',
    'delete from auth.sms_sent where ctid = any (array(select ctid from auth.sms_sent where sent_at < $1 - interval ''1 day'' limit $2))',
    'delete from auth.proven_networks where ctid = any (array(select ctid from auth.proven_networks where proven_at < $1 - interval ''90 days'' limit $2 for update skip locked))',
    'delete from auth.code_tries where ctid = any (array(select ctid from auth.code_tries where since < $1 - interval ''30 days'' limit $2 for update skip locked))',
    'delete from auth.password_tries where ctid = any (array(select ctid from auth.password_tries where last_at < $1 - interval ''1 day'' limit $2 for update skip locked))',
    'delete from auth.mails_sent where ctid = any (array(select ctid from auth.mails_sent where sent_at < $1 - interval ''1 day'' limit $2))',
    'delete from auth.sessions where ctid = any (array(select ctid from auth.sessions where not_after < $1 limit $2 for update skip locked))'
  ] loop
    execute v_delete using p_now, p_batch;
    get diagnostics v_step = row_count;
    v_gone := v_gone + v_step;
  end loop;
  return v_gone;
end $$;
revoke all on function auth.forget_old(timestamptz, integer) from public;
grant execute on function auth.forget_old(timestamptz, integer) to mohlat_worker;
