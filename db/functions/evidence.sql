-- Reads for anchoring, of rows that no role of the server may read by itself.

-- audit_rows: the audit log without its text, in order; the row's own hash stands for the text.
create or replace function audit_rows(p_after bigint, p_limit integer) returns table (
  seq text, at text, actor_kind text, actor_id uuid, action text, object_kind text, object_id uuid, subject_id uuid,
  request_id text, hash text
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.seq::text, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), l.actor_kind, l.actor_id, l.action,
    l.object_kind, l.object_id, l.subject_id, l.request_id, encode(l.hash, 'hex')
  from audit_log l where l.seq > p_after order by l.seq limit p_limit
$$;
revoke all on function audit_rows(bigint, integer) from public;
grant execute on function audit_rows(bigint, integer) to mohlat_worker;

-- anchored_hashes: the hashes of a part of an anchor's journals, in their order; whose they are is not said.
create or replace function anchored_hashes(p_anchor integer, p_from integer, p_to integer) returns table (hash bytea)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.hash from journal_leaves l where l.anchor = p_anchor and l.position between p_from and p_to order by l.position;
end $$;
do $$ begin
  execute 'grant create on schema public to mohlat_books';
  execute 'alter function anchored_hashes(integer, integer, integer) owner to mohlat_books';
  execute 'revoke create on schema public from mohlat_books';
end $$;
revoke all on function anchored_hashes(integer, integer, integer) from public;
grant execute on function anchored_hashes(integer, integer, integer) to mohlat_api, mohlat_worker;
