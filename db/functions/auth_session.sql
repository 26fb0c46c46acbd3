-- auth.session_state: whether a session may act. 'live' | 'ended' | 'banned' | 'aal1', which is half a sign-in: a second
-- factor stands behind the account and was not shown yet. Three look-ups by primary key at most.
create or replace function auth.session_state(p_user uuid, p_session uuid, p_now timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_state text;
begin
  select case
      when u.deleted_at is not null then 'ended'
      when u.banned_until > p_now then 'banned'
      when s.not_after <= p_now then 'ended'
      when s.aal = 'aal1' and exists (
        select from auth.factors f
        where f.user_id = p_user and f.status = 'verified' and f.factor_type <> 'recovery_code'
      ) then 'aal1'
      else 'live'
    end
    into v_state
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.user_id = p_user and s.id = p_session;
  return coalesce(v_state, 'ended');
end $$;
revoke all on function auth.session_state(uuid, uuid, timestamptz) from public;
grant execute on function auth.session_state(uuid, uuid, timestamptz) to mohlat_auth, mohlat_api, mohlat_worker;

-- auth.account: what the product may know of the account this transaction acts for, and of no other.
create or replace function auth.account(p_user uuid)
returns table (
  email text, phone text, user_metadata jsonb, app_metadata jsonb, email_confirmed boolean, phone_confirmed boolean
)
language sql stable security definer set search_path = '' as $$
  select u.email, u.phone, u.user_metadata, u.app_metadata, u.email_confirmed_at is not null,
    u.phone_confirmed_at is not null
  from auth.users u
  where u.id = p_user and p_user = public.app_user_id() and u.deleted_at is null
$$;
revoke all on function auth.account(uuid) from public;
grant execute on function auth.account(uuid) to mohlat_api, mohlat_worker;
