-- Background work is added in the caller's transaction. The queue's own tables stay out of reach of the logins that serve requests;
-- enqueue_job is their only door, which leads to every task for the worker and to a list of them for those.
-- A job key replaces a waiting job of that key and keeps its run time, so that repeated requests cannot starve it. Of the jobs
-- that are due the one with the lowest priority number runs first; jobs that a person waits for have a number below zero.
drop function if exists enqueue_job(text, json, timestamptz, text, integer);

-- enqueue_any: every task. For the worker alone.
create or replace function enqueue_any(
  p_task text, p_payload json, p_run_at timestamptz, p_key text, p_attempts_max integer, p_priority integer
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id bigint;
begin
  -- A worker may take the waiting job of the same key between two statements of the queue, which then adds nothing and says
  -- nothing. Asked again it sees that job as taken, and adds one of its own.
  for v_try in 1..5 loop
    select j.id into v_id from graphile_worker.add_job(
      identifier => p_task, payload => p_payload, run_at => p_run_at, job_key => p_key, max_attempts => p_attempts_max,
      priority => p_priority,
      job_key_mode => case when p_run_at is null then 'preserve_run_at' else 'replace' end
    ) as j;
    if v_id is not null then return; end if;
  end loop;
  raise exception 'the queue took no job %', p_task;
end $$;
revoke all on function enqueue_any(text, json, timestamptz, text, integer, integer) from public;
grant execute on function enqueue_any(text, json, timestamptz, text, integer, integer) to mohlat_worker;

-- enqueue_asked: what a request may lead to, for the logins that serve requests. No other task, and never in the place of a
-- waiting job of another task that goes by the same key.
create or replace function enqueue_asked(
  p_task text, p_payload json, p_run_at timestamptz, p_key text, p_attempts_max integer, p_priority integer
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_task <> all (array[
    'bank_accounts.check', 'bank_accounts.hint', 'collections.dispute', 'credit.tell_standing', 'kyc.pan_lost',
    'kyc.video_hint', 'mandates.hint', 'notifications.reported', 'notifications.send', 'payments.hint', 'payments.submit', 'privacy.erase',
    'refunds.hint', 'repayments.hint', 'reviews.desk', 'reviews.hint', 'reviews.withdraw',
    'users.ban_ends'
  ]) or exists (select from graphile_worker.jobs j where j.key = p_key and j.task_identifier <> p_task) then
    raise insufficient_privilege using message = format('permission denied for task %s', p_task);
  end if;
  perform enqueue_any(p_task, p_payload, p_run_at, p_key, p_attempts_max, p_priority);
end $$;
revoke all on function enqueue_asked(text, json, timestamptz, text, integer, integer) from public;
grant execute on function enqueue_asked(text, json, timestamptz, text, integer, integer) to mohlat_api, mohlat_auth;

create or replace function enqueue_job(
  p_task text, p_payload json, p_run_at timestamptz default null, p_key text default null, p_attempts_max integer default 25,
  p_priority integer default 0
) returns void
language plpgsql as $$
begin
  if has_function_privilege('enqueue_any(text, json, timestamptz, text, integer, integer)', 'execute') then
    perform enqueue_any(p_task, p_payload, p_run_at, p_key, p_attempts_max, p_priority);
  else
    perform enqueue_asked(p_task, p_payload, p_run_at, p_key, p_attempts_max, p_priority);
  end if;
end $$;
revoke all on function enqueue_job(text, json, timestamptz, text, integer, integer) from public;
grant execute on function enqueue_job(text, json, timestamptz, text, integer, integer) to mohlat_api, mohlat_worker, mohlat_auth;

-- enqueue_again: work that a sweep finds undone and asks for at every look. The queue's own way would set the tries of a failed
-- job to none at each look, which ends its back-off, and leave a second row beside one that runs. A job of the key is left to
-- itself here: waiting, running, or at rest after a failure. One that used up its tries has one more once its last rest is over;
-- until it succeeds it stays one row, and counts as dead between its tries. What became due while a job ran is found by the next look:
-- one that puts a row's next look off asks jobs_under_way first.
create or replace function enqueue_again(
  p_task text, p_payload json, p_key text, p_attempts_max integer, p_priority integer
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_job record;
begin
  select j.id, j.task_identifier, j.attempts, j.max_attempts, j.locked_at, j.run_at into v_job
  from graphile_worker.jobs j where j.key = p_key;
  if not found then
    -- The mode adds nothing where another look was quicker.
    perform graphile_worker.add_job(
      identifier => p_task, payload => p_payload, job_key => p_key, max_attempts => p_attempts_max, priority => p_priority,
      job_key_mode => 'unsafe_dedupe'
    );
  elsif v_job.task_identifier <> p_task then
    perform enqueue_any(p_task, p_payload, null, p_key, p_attempts_max, p_priority);
  elsif v_job.locked_at is null and v_job.attempts >= v_job.max_attempts and v_job.run_at <= now() then
    perform graphile_worker.reschedule_jobs(array[v_job.id], attempts => v_job.max_attempts - 1);
  end if;
end $$;
revoke all on function enqueue_again(text, json, text, integer, integer) from public;
grant execute on function enqueue_again(text, json, text, integer, integer) to mohlat_worker;

-- jobs_under_way: those of some keys whose job of a task runs now. It may have read its row before the row became due, and enqueue_again
-- leaves it as it is. A job that begins after this answer reads what the caller saw. Rule: LEND-C9.
create or replace function jobs_under_way(p_task text, p_keys text[]) returns setof text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select j.key from graphile_worker.jobs j
  where j.key = any (p_keys) and j.task_identifier = p_task and j.locked_at is not null;
end $$;
revoke all on function jobs_under_way(text, text[]) from public;
grant execute on function jobs_under_way(text, text[]) to mohlat_worker;

-- enqueue_submit: the job of a payment that was accepted this moment. One row of the queue, as its add_job writes it (a test compares
-- them), and no notification: those make commits wait for each other, so the server tells the workers after its commit, once for many
-- acceptances. A server that dies before is no loss, for every worker looks once a second.
create or replace function enqueue_submit(p_user_id uuid, p_payment_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload, max_attempts, priority)
  select t.id, json_build_object('userId', p_user_id, 'paymentId', p_payment_id), 25, -10
  from graphile_worker._private_tasks t where t.identifier = 'payments.submit';
  -- The queue learns the name of a task with the first job of it.
  if not found then
    perform enqueue_any('payments.submit', json_build_object('userId', p_user_id, 'paymentId', p_payment_id), null, null, 25, -10);
  end if;
end $$;
revoke all on function enqueue_submit(uuid, uuid) from public;
grant execute on function enqueue_submit(uuid, uuid) to mohlat_api;

-- shift_jobs: when the trial clock moves, waiting jobs move with it. Every worker calls it; the version makes it once.
create or replace function shift_jobs(p_version bigint, p_moved_by_ms bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into clock_shifts (version, moved_by_ms) values (p_version, p_moved_by_ms) on conflict do nothing;
  if not found then return false; end if;
  perform graphile_worker.reschedule_jobs(array[j.id], run_at => j.run_at - p_moved_by_ms * interval '1 millisecond')
  from graphile_worker.jobs j
  where j.locked_at is null and j.run_at > now();
  return true;
end $$;
revoke all on function shift_jobs(bigint, bigint) from public;
grant execute on function shift_jobs(bigint, bigint) to mohlat_worker;
