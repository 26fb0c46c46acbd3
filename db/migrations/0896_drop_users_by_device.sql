-- What:  the index of accounts by the name of their browser goes where no account has one.
-- Why:   as 0893. Where accounts have one, auth.move_sign_up_names finds them by it, and a later release drops it.
-- Locks: auth.users against reading and writing, for a moment, where it goes.
-- Safe while the old version runs: yes. Its question is rare: one at a sign-up with an invitation.
-- Up Migration

do $$
begin
  if not exists (select from auth.users where user_metadata ->> 'device' is not null) then
    drop index auth.users_by_device;
  end if;
end $$;
