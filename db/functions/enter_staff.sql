-- auth.enter_staff: whether a session may act as staff, and if so makes the transaction act as that person. All marks are
-- read from the tables, never from the token: 'live' | 'ended' | 'banned' | 'not_staff' | 'aal1' | 'no_role' |
-- 'old_factor'. One of p_roles is enough; p_factor_seconds, where given, is how old the second factor may be.
drop function if exists auth.enter_staff(uuid, uuid, timestamptz);
create or replace function auth.enter_staff(
  p_user uuid, p_session uuid, p_now timestamptz, p_roles text[], p_factor_seconds integer
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_state text := auth.session_state(p_user, p_session, p_now);
  v_is_staff boolean;
  v_roles text[];
  v_aal text;
  v_factor_at timestamptz;
begin
  if v_state <> 'live' then return v_state; end if;
  select coalesce((u.app_metadata ->> 'is_admin')::boolean, false), public.staff_roles(u.app_metadata), s.aal,
      auth.second_factor_at(s.amr)
    into v_is_staff, v_roles, v_aal, v_factor_at
  from auth.users u join auth.sessions s on s.user_id = u.id
  where u.id = p_user and s.id = p_session;
  if not v_is_staff then return 'not_staff'; end if;
  if v_aal <> 'aal2' then return 'aal1'; end if;
  if not v_roles && p_roles then return 'no_role'; end if;
  if p_factor_seconds is not null
    and (v_factor_at is null or v_factor_at < p_now - make_interval(secs => p_factor_seconds)) then
    return 'old_factor';
  end if;
  insert into auth.staff_acts as a (xact, user_id, roles) values (pg_catalog.pg_current_xact_id(), p_user, v_roles)
  on conflict (xact) do update set user_id = excluded.user_id, roles = excluded.roles;
  -- Nothing is decided by it. On a cluster the nodes are told here: db/citus/nodes.ts knows this line by its text.
  perform set_config('app.staff_roles', v_roles::text, true);
  return 'live';
end $$;

-- app_staff_id: the member of staff this transaction acts as. Read from a table that no login writes, never from a setting.
create or replace function app_staff_id() returns uuid
language sql stable parallel safe security definer set search_path = '' as $$
  select a.user_id from auth.staff_acts a where a.xact = pg_catalog.pg_current_xact_id_if_assigned()
$$;

-- app_staff_roles: the roles that person holds; none where no member of staff acts.
create or replace function app_staff_roles() returns text[]
language sql stable parallel safe security definer set search_path = '' as $$
  select coalesce(
    (select a.roles from auth.staff_acts a where a.xact = pg_catalog.pg_current_xact_id_if_assigned()), '{}')
$$;
revoke all on function app_staff_roles() from public;

-- app_staff_has: whether that person holds a role.
create or replace function app_staff_has(p_role text) returns boolean
language sql stable parallel safe set search_path = '' as $$ select p_role = any (public.app_staff_roles()) $$;

-- auth.second_factor_at: when a session last passed a second factor. One that the session itself enrolled proves nothing.
create or replace function auth.second_factor_at(p_amr jsonb) returns timestamptz language sql stable parallel safe
set search_path = pg_catalog as $$
  select to_timestamp(max((a ->> 'timestamp')::double precision)) from jsonb_array_elements(p_amr) as a
  where a ->> 'method' in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code') and a -> 'isOwn' is null
$$;
-- auth.holds_role: whether a user is staff with one of some roles and may act, signed in or not.
create or replace function auth.holds_role(p_user uuid, p_roles text[], p_now timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users u
    where u.id = p_user and u.deleted_at is null and coalesce(u.banned_until, p_now) <= p_now
      and coalesce((u.app_metadata ->> 'is_admin')::boolean, false) and public.staff_roles(u.app_metadata) && p_roles)
$$;
revoke all on function auth.holds_role(uuid, text[], timestamptz) from public;
grant execute on function auth.holds_role(uuid, text[], timestamptz) to mohlat_worker;
revoke all on function auth.enter_staff(uuid, uuid, timestamptz, text[], integer) from public;
grant execute on function auth.enter_staff(uuid, uuid, timestamptz, text[], integer) to mohlat_staff, mohlat_worker;
-- The functions by which the staff's views and policies judge a transaction.
grant execute on function public.app_staff_id(), public.app_staff_roles(), public.app_staff_has(text), public.staff_roles(jsonb),
  auth.second_factor_at(jsonb) to mohlat_staff, mohlat_worker;
