-- auth.enter_staff: whether a session may act as staff, and if so makes the transaction act as that person. Both marks are
-- read from the tables, never from the token: 'live' | 'ended' | 'banned' | 'not_staff' | 'aal1'.
create or replace function auth.enter_staff(p_user uuid, p_session uuid, p_now timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_state text := auth.session_state(p_user, p_session, p_now);
  v_is_staff boolean;
  v_aal text;
begin
  if v_state <> 'live' then return v_state; end if;
  select coalesce((u.app_metadata ->> 'is_admin')::boolean, false), s.aal into v_is_staff, v_aal
  from auth.users u join auth.sessions s on s.user_id = u.id
  where u.id = p_user and s.id = p_session;
  if not v_is_staff then return 'not_staff'; end if;
  if v_aal <> 'aal2' then return 'aal1'; end if;
  perform pg_catalog.set_config('app.staff_id', p_user::text, true);
  return 'live';
end $$;
revoke all on function auth.enter_staff(uuid, uuid, timestamptz) from public;
grant execute on function auth.enter_staff(uuid, uuid, timestamptz) to mohlat_staff;
