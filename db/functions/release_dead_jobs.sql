-- release_dead_jobs: gives back jobs whose worker died holding them; the queue itself would wait four hours.
-- Every living worker holds a session advisory lock under its name (p_class, hash of the name), which the
-- database lets go of the moment the worker's connection ends. Who can take that lock has found a dead one.
-- A job taken in the last p_grace_seconds is left alone: a worker whose connection broke is about to return.
-- Answers how many jobs are free again. Called by the worker's login.
create or replace function release_dead_jobs(p_class integer, p_own text[], p_grace_seconds integer)
returns integer
language plpgsql set search_path = public as $$
declare
  v_dead text[];
  v_freed integer;
begin
  select array_agg(holder), sum(jobs) into v_dead, v_freed
  from (
    select locked_by as holder, count(*)::integer as jobs
    from graphile_worker.jobs
    where locked_by <> all (p_own) -- one's own lock could be taken a second time
    group by locked_by
    having max(locked_at) < now() - p_grace_seconds * interval '1 second'
  ) held
  where pg_try_advisory_xact_lock(p_class, hashtext(holder));
  if v_dead is null then return 0; end if;
  perform graphile_worker.force_unlock_workers(v_dead);
  return v_freed;
end $$;
revoke all on function release_dead_jobs(integer, text[], integer) from public;
grant execute on function release_dead_jobs(integer, text[], integer) to mohlat_worker;
