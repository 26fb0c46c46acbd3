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

-- database_followers: the places the database keeps for those that follow it (slots), how many of them are taken, whether a commit waits
-- for a follower and none of the named ones is there, and how much of the log is held back for the one furthest behind. A state of 2 or
-- more is a follower that is about to lose its place, or has. Who may not see the followers gets no row: nought would be a statement.
create or replace function database_followers()
  returns table (slots bigint, taken bigint, is_awaited boolean, held_bytes bigint, held_state integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(s.slot_name), count(*) filter (where s.active),
    current_setting('synchronous_standby_names') <> ''
      and not exists (select 1 from pg_stat_replication r where r.state = 'streaming' and r.sync_state in ('sync', 'quorum')),
    coalesce(max(pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, s.restart_lsn)), 0)::bigint,
    coalesce(max(case s.wal_status when 'extended' then 1 when 'unreserved' then 2 when 'lost' then 3 else 0 end), 0)
  from pg_replication_slots s
  where s.slot_type = 'physical' and not s.temporary
  having pg_has_role('pg_read_all_stats', 'usage')
$$;
revoke all on function database_followers() from public;
grant execute on function database_followers() to mohlat_api;

-- base_copy_told: the backup (ops/deploy/backup.sh) says when its newest base copy was made; null before the first, whose wait begins then.
-- A clock that is ahead makes no copy younger than it is. Only the login that copies the database may say so, where there is one.
create or replace function base_copy_told(p_newest timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into base_copies (newest_at) values (least(p_newest, now()))
  on conflict (is_only) do update set newest_at = excluded.newest_at
  where p_newest is not null and base_copies.newest_at <> excluded.newest_at
$$;
revoke all on function base_copy_told(timestamptz) from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'replicator') then
    grant execute on function base_copy_told(timestamptz) to replicator;
  end if;
end $$;
