-- What:  the members of staff of today in the register, and those of before who stand in the log and have a name yet.
-- Why:   its trigger (0692) registers whoever becomes staff from then on.
-- Locks: none; auth.users is read once, the audit log by its index of who acted.
-- Safe while the old version runs: yes.
-- Up Migration

insert into staff_register (staff_id, name, email)
select u.id, coalesce(nullif(p.full_name, ''), nullif(u.user_metadata ->> 'name', ''), u.email, u.phone), u.email
from auth.users u left join profiles p on p.user_id = u.id
where u.app_metadata ->> 'is_admin' = 'true' and coalesce(nullif(p.full_name, ''), nullif(u.user_metadata ->> 'name', ''), u.email, u.phone) is not null
on conflict (staff_id) do nothing;

with recursive actors (id) as (
  (select actor_id from audit_log where actor_id is not null order by actor_id limit 1)
  union all
  select (select l.actor_id from audit_log l where l.actor_id > a.id order by l.actor_id limit 1) from actors a where a.id is not null
)
insert into staff_register (staff_id, name, email)
select u.id, coalesce(nullif(p.full_name, ''), nullif(u.user_metadata ->> 'name', ''), u.email, u.phone), u.email
from actors a join auth.users u on u.id = a.id left join profiles p on p.user_id = u.id
where coalesce(nullif(p.full_name, ''), nullif(u.user_metadata ->> 'name', ''), u.email, u.phone) is not null
on conflict (staff_id) do nothing;
