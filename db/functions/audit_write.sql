-- The audit log has two doors: staff write under their own name (also where the worker carries out what they decide, in the
-- same transaction), the worker for the desk and for the product itself.
-- The roles that the member held then stand in the details: they are not read from the register, which knows those of today.
-- Rows are chained: each hash covers its row and the hash before it. Rule: LEND-24 (audit log).

create or replace function audit_hash(p_previous bytea, p_row audit_log) returns bytea
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select sha256(p_previous || convert_to(jsonb_build_array(
    p_row.seq, extract(epoch from p_row.at), p_row.actor_kind, p_row.actor_id, p_row.action, p_row.object_kind,
    p_row.object_id, p_row.subject_id, p_row.details, p_row.reason, host(p_row.ip), p_row.request_id
  )::text, 'UTF8'))
$$;
revoke all on function audit_hash(bytea, audit_log) from public;

-- audit_append: one writer at a time, until its transaction ends. Called by the two below.
create or replace function audit_append(p_row audit_log) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_last audit_log;
begin
  perform pg_advisory_xact_lock(715002);
  select * into v_last from audit_log order by seq desc limit 1;
  p_row.seq := coalesce(v_last.seq, 0) + 1;
  p_row.hash := audit_hash(coalesce(v_last.hash, ''::bytea), p_row);
  insert into audit_log select p_row.*;
end $$;
revoke all on function audit_append(audit_log) from public;

create or replace function audit_staff(
  p_now timestamptz, p_action text, p_object_kind text, p_object_id uuid, p_subject_id uuid, p_details jsonb,
  p_reason text, p_ip inet, p_request_id text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if app_staff_id() is null then raise exception 'audit_staff: nobody of the staff acts here'; end if;
  perform audit_append(row(0, p_now, 'staff', app_staff_id(), p_action, p_object_kind, p_object_id, p_subject_id,
    coalesce(p_details, '{}') || jsonb_build_object('roles', app_staff_roles()), p_reason, p_ip, p_request_id, ''::bytea)::audit_log);
end $$;
revoke all on function audit_staff(timestamptz, text, text, uuid, uuid, jsonb, text, inet, text) from public;
grant execute on function audit_staff(timestamptz, text, text, uuid, uuid, jsonb, text, inet, text) to mohlat_staff, mohlat_worker;

create or replace function audit_system(
  p_now timestamptz, p_actor_kind text, p_action text, p_object_kind text, p_object_id uuid, p_subject_id uuid,
  p_details jsonb, p_reason text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_actor_kind not in ('desk', 'system') then raise exception 'audit_system: % has a door of its own', p_actor_kind; end if;
  perform audit_append(row(0, p_now, p_actor_kind, null, p_action, p_object_kind, p_object_id, p_subject_id,
    coalesce(p_details, '{}'), p_reason, null, null, ''::bytea)::audit_log);
end $$;
revoke all on function audit_system(timestamptz, text, text, text, uuid, uuid, jsonb, text) from public;
grant execute on function audit_system(timestamptz, text, text, text, uuid, uuid, jsonb, text) to mohlat_worker;

-- audit_breaks: rows that are not as they were written, or whose forerunner is missing. None is right.
create or replace function audit_breaks() returns table (seq bigint, what text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select x.seq, case when x.seq <> x.place then 'a row before it is missing' else 'it was changed, or the one before it' end
  from (
    select l.seq, row_number() over w as place, l.hash <> audit_hash(coalesce(lag(l.hash) over w, ''), l) as is_torn
    from audit_log l
    window w as (order by l.seq)
  ) x
  where x.is_torn or x.seq <> x.place
$$;
revoke all on function audit_breaks() from public;
grant execute on function audit_breaks() to mohlat_worker;
