-- What:  a table that says in which open transactions a member of staff acts.
-- Why:   a setting can be written by every login; row-level security must not believe one about who is staff.
-- Locks: none (new objects only).
-- Safe while the old version runs: yes, its transactions enter by the same function.
-- Up Migration

-- Written by auth.enter_staff alone. A row lives no longer than the transaction that wrote it: at commit it is deleted again,
-- so no other transaction ever sees one. Unlogged: nothing of it has to outlive a crash.
create unlogged table auth.staff_acts (
  xact xid8 primary key,
  user_id uuid not null,
  roles text[] not null
);

create function auth.end_staff_act() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.staff_acts where xact = new.xact;
  return null;
end $$;
revoke all on function auth.end_staff_act() from public;
create constraint trigger staff_acts_end after insert on auth.staff_acts
  deferrable initially deferred for each row execute function auth.end_staff_act();
