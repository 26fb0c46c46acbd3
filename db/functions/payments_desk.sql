-- Reads for the payments desk: facts of one payment beside its own tables.

-- jobs_of_payment: what the queue holds of a payment. Neither payloads nor error texts leave the queue.
create or replace function jobs_of_payment(p_payment_id uuid)
returns table (task text, run_at timestamptz, attempts integer, attempts_max integer, is_running boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.identifier, j.run_at, j.attempts::integer, j.max_attempts::integer, j.locked_at is not null
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.payload ->> 'paymentId' = p_payment_id::text
  order by j.run_at
$$;
revoke all on function jobs_of_payment(uuid) from public;
grant execute on function jobs_of_payment(uuid) to mohlat_worker;

-- audit_of: what the audit log holds about some objects, for a member of staff.
create or replace function audit_of(p_objects uuid[])
returns table (at timestamptz, actor_kind text, actor_id uuid, action text, reason text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if app_staff_id() is null then raise exception 'audit_of: nobody of the staff acts here'; end if;
  return query
    select l.at, l.actor_kind, l.actor_id, l.action, l.reason from audit_log l
    where l.object_id = any (p_objects) order by l.seq;
end $$;
revoke all on function audit_of(uuid[]) from public;
grant execute on function audit_of(uuid[]) to mohlat_worker;
