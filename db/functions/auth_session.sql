-- auth.session_state (packages/auth/functions) is asked by every transaction that serves a person.
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
