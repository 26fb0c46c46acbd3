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
        'since', s.created_at, 'usedAt', s.refreshed_at, 'browser', s.user_agent, 'address', abbrev(s.ip))
        order by s.created_at)
      from auth.sessions s where s.user_id = u.id), '[]'),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'what', e.what, 'address', abbrev(e.ip), 'device', e.device, 'at', e.at, 'times', e.times, 'lastAt', coalesce(e.last_at, e.at))
        order by e.at)
      from auth.events e where e.user_id = u.id), '[]'))
  from auth.users u
  where u.id = p_user and p_user = public.app_user_id() and u.deleted_at is null
$$;
revoke all on function auth.held(uuid) from public;
grant execute on function auth.held(uuid) to mohlat_api;

-- auth.signed_in_at: when the person behind a session last proved who they are; null when there is no such proof, because the
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
-- no sign-in to it works any more. What happened to it stays for as long as access logs do.
create or replace function auth.close_account(p_user uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_user is distinct from public.app_user_id() then
    raise exception 'an account is closed in a transaction of its own user';
  end if;
  -- A sign-in or a link under way holds this row: without the lock its session and identity are not seen here, and stay.
  perform from auth.users where id = p_user for no key update;
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
    app_metadata = '{}', sign_up_device_hash = null, deleted_at = p_now, is_restorable = false, deleted_email_hash = null, deleted_phone_hash = null,
    updated_at = p_now
  where id = p_user;
end $$;
revoke all on function auth.close_account(uuid, timestamptz) from public;
grant execute on function auth.close_account(uuid, timestamptz) to mohlat_api;

-- auth.forget_old (packages/auth/functions) runs with the daily clean-up.
grant execute on function auth.forget_old(timestamptz, integer) to mohlat_worker;

-- auth.move_sign_up_names: takes the names of browsers out of the data of accounts, where they stood until migration 0894, and leaves their
-- marks (decision 189). At most p_batch rows a table; answers how many it wrote. Skips what a log-in holds. The marks are those of
-- packages/auth/src/auth.devices.rules.ts.
create or replace function auth.move_sign_up_names(p_batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_named uuid[];
  v_left integer := 0;
begin
  v_named := array(
    select u.id from auth.users u where u.user_metadata ->> 'device' is not null limit p_batch for no key update skip locked);
  update auth.users u set
    sign_up_device_hash = coalesce(u.sign_up_device_hash, case when u.user_metadata ->> 'device' <> '' then
      sha256(convert_to('sign-up device ' || (u.user_metadata ->> 'device'), 'UTF8')) end),
    user_metadata = u.user_metadata - 'device'
  where u.id = any (v_named);
  update auth.identities i set identity_data = i.identity_data - 'device'
  where i.user_id = any (v_named) and i.identity_data ? 'device';
  -- Those whose account was changed meanwhile, and has no name any more. No index finds them: they are looked for once a night, with the
  -- last batch of accounts, which is not full.
  if cardinality(v_named) < p_batch then
    update auth.identities i set identity_data = i.identity_data - 'device'
    where (i.user_id, i.id) in (
      select o.user_id, o.id from auth.identities o where o.identity_data ? 'device' and not (o.user_id = any (v_named))
        and not exists (select from auth.users u where u.id = o.user_id and u.user_metadata ->> 'device' is not null)
      limit p_batch for no key update skip locked);
    get diagnostics v_left = row_count;
  end if;
  return cardinality(v_named) + v_left;
end $$;
revoke all on function auth.move_sign_up_names(integer) from public;
grant execute on function auth.move_sign_up_names(integer) to mohlat_worker;
