-- Reads for the books desk.

-- last_proof: how every invariant stood when the books were last proven. It is kept in the audit log, which cannot be changed.
create or replace function last_proof(p_books_id uuid) returns table (at timestamptz, details jsonb)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if app_staff_id() is null then raise exception 'last_proof: nobody of the staff acts here'; end if;
  return query
    select l.at, l.details from audit_log l
    where l.object_id = p_books_id and l.action = 'books.proven' order by l.seq desc limit 1;
end $$;
revoke all on function last_proof(uuid) from public;
grant execute on function last_proof(uuid) to mohlat_worker;
