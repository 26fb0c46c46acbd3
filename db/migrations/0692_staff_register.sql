-- What:  the names under which members of staff act, each given when the account became staff's.
-- Why:   the audit log and the second person knew staff by the name in their profile, which they write themselves and which closing erases
--        (LEND-24, decision 159).
-- Locks: auth.users for a moment, for a trigger. Who is staff already comes with migration 0694.
-- Safe while the old version runs: yes. It reads names from profiles as before; the trigger registers whom it makes staff.
-- Up Migration

-- Kept as long as the log: no row of it is ever taken out.
create table staff_register (
  staff_id uuid primary key,
  name text not null,
  email text
);
alter table staff_register enable row level security;
create policy for_staff on staff_register for select to mohlat_staff, mohlat_worker using (app_staff_id() is not null);
grant select on staff_register to mohlat_staff, mohlat_worker;

-- Whichever way an account becomes staff's: by `npm run admin`, or by a service under /auth/v1/admin. The name of the first time stays; only the
-- machine's owner writes another one.
create function register_staff() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_name text;
begin
  select full_name into v_name from profiles where user_id = new.id;
  insert into staff_register (staff_id, name, email)
  values (new.id, coalesce(nullif(v_name, ''), nullif(new.user_metadata ->> 'name', ''), new.email, new.phone, new.id::text), new.email)
  on conflict (staff_id) do nothing;
  return null;
end $$;
revoke all on function register_staff() from public;
create trigger users_register_staff after insert or update of app_metadata on auth.users for each row
  when (new.app_metadata ->> 'is_admin' = 'true') execute function register_staff();
