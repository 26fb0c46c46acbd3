-- auth.session_state: whether a session may act. 'live' | 'ended' | 'banned' | 'aal1', which is half a sign-in: a second
-- factor stands behind the account and was not shown yet. Three look-ups by primary key at most. The host grants it to the
-- roles that serve requests.
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
