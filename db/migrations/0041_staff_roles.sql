-- What:  roles of staff: who was staff keeps every role; what a transaction's member of staff holds; verdicts are risk's.
-- Why:   who answers questions need not be able to forgive money, and who books money need not judge a face.
-- Locks: the rows of staff while they are marked, and reviews for the moment in which its policy is exchanged.
-- Safe while the old version runs: yes for everybody but staff, whose calls the old version cannot open any more.
-- Up Migration

/* The roles an account's mark names; of anything else in it nothing is made. */
create function staff_roles(p_app_metadata jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(r.role order by r.role), '{}')
  from jsonb_array_elements_text(
    case when jsonb_typeof(p_app_metadata -> 'roles') = 'array' then p_app_metadata -> 'roles' else '[]' end
  ) as r (role)
  where r.role in ('support', 'risk', 'finance', 'admin')
$$;

/* Whether the member of staff this transaction acts as holds a role; set by auth.enter_staff after it has looked. */
create function app_staff_has(p_role text) returns boolean language sql stable parallel safe as
$$ select p_role = any (coalesce(nullif(current_setting('app.staff_roles', true), '')::text[], '{}')) $$;
grant execute on function app_staff_has(text) to mohlat_staff;

/* When a session last passed a second factor. */
create function auth.second_factor_at(p_amr jsonb) returns timestamptz language sql stable parallel safe
set search_path = pg_catalog as $$
  select to_timestamp(max((a ->> 'timestamp')::double precision)) from jsonb_array_elements(p_amr) as a
  where a ->> 'method' in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')
$$;

-- Rule: LEND-24. Nobody decides about their own account, nothing is decided twice, and a verdict is given by risk.
drop policy staff_decides on reviews;
create policy staff_decides on reviews for update to mohlat_staff
  using (app_staff_id() is not null and app_staff_has('risk') and user_id <> app_staff_id() and status = 'open')
  with check (decided_by = app_staff_id() and status <> 'open');

update auth.users set app_metadata = app_metadata || '{"roles": ["admin", "finance", "risk", "support"]}'
where app_metadata ->> 'is_admin' = 'true' and not app_metadata ? 'roles';
