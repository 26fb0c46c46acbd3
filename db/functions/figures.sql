-- books_standing: when the books were last proven, and how many invariants were broken then; no row before the first proof. The proof
-- is kept in the audit log, which workers do not read otherwise.
create or replace function books_standing(p_books_id uuid) returns table (proven_at timestamptz, broken bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.at, (select count(*) from jsonb_array_elements(l.details -> 'invariants') i where (i ->> 'breaches')::bigint > 0)
  from audit_log l
  where l.object_id = p_books_id and l.action = 'books.proven' order by l.seq desc limit 1
$$;
revoke all on function books_standing(uuid) from public;
grant execute on function books_standing(uuid) to mohlat_worker;
