-- auth.block: shuts the account of the transaction for everybody, at once. Its sessions end, its codes are void, and so are changes of
-- contact that wait; no sign-in works. auth.unblock opens it again; its owner then has to sign in. Both in a transaction of a member
-- of staff, never about themselves.
create or replace function auth.block(p_user uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform auth.assert_staff_for(p_user);
  -- A sign-in under way holds this row: without the lock its session is not seen here, and lives again after the unblock.
  perform from auth.users where id = p_user for no key update;
  delete from auth.sessions where user_id = p_user;
  delete from auth.one_time_codes where user_id = p_user;
  delete from auth.sign_ups where user_id = p_user;
  delete from auth.undo_links where user_id = p_user;
  delete from auth.flow_states where user_id = p_user;
  update auth.users set banned_until = p_now + interval '100 years', new_email = null, new_phone = null,
    email_change_accepted_count = 0, updated_at = p_now
  where id = p_user and deleted_at is null;
end $$;

create or replace function auth.unblock(p_user uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform auth.assert_staff_for(p_user);
  update auth.users set banned_until = null, updated_at = p_now where id = p_user and deleted_at is null;
end $$;

create or replace function auth.assert_staff_for(p_user uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if public.app_staff_id() is null or p_user is distinct from public.app_user_id() or p_user = public.app_staff_id() then
    raise exception 'an account is blocked by staff, in a transaction for its user';
  end if;
end $$;
revoke all on function auth.block(uuid, timestamptz), auth.unblock(uuid, timestamptz), auth.assert_staff_for(uuid)
  from public;
grant execute on function auth.block(uuid, timestamptz), auth.unblock(uuid, timestamptz) to mohlat_worker;
