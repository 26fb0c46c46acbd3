import type pg from 'pg';

/** The rights on each table of the queue that its library uses as it takes, ends and adds jobs (graphile-worker 0.18). */
const TABLES = {
  migrations: ['select'],
  jobs: ['select'],
  _private_jobs: ['select', 'insert', 'update', 'delete'],
  _private_tasks: ['select', 'insert'],
  // Read `for update`, which asks for the right to change a row.
  _private_job_queues: ['select', 'insert', 'update'],
  _private_known_crontabs: ['select', 'insert', 'update'],
} as const;
/** They act with the caller's rights. */
const FUNCTIONS = ['add_job', 'add_jobs', 'force_unlock_workers'];

const MISSING = `
  with wanted as (
    select c.oid, c.relname, c.relrowsecurity, jsonb_array_elements_text(given.value) as privilege
    from jsonb_each($1::jsonb) given
    join pg_class c on c.oid = to_regclass('graphile_worker.' || quote_ident(given.key))
  )
  select 'grant usage on schema graphile_worker to mohlat_worker' as statement
  where not has_schema_privilege('mohlat_worker', 'graphile_worker', 'usage')
  union all
  select format('create policy mohlat_worker on graphile_worker.%I to mohlat_worker using (true) with check (true)', relname)
  from (select distinct oid, relname from wanted where relrowsecurity) closed
  where not exists (select 1 from pg_policy where polrelid = closed.oid and polname = 'mohlat_worker')
  union all
  select format('grant %s on graphile_worker.%I to mohlat_worker', privilege, relname)
  from wanted where not has_table_privilege('mohlat_worker', oid, privilege)
  union all
  select format('grant execute on function %s to mohlat_worker', p.oid::regprocedure)
  from pg_proc p
  where p.pronamespace = 'graphile_worker'::regnamespace and p.proname = any ($2) and not p.prosecdef
    and not has_function_privilege('mohlat_worker', p.oid, 'execute')`;

/**
 * Gives the worker's login what the queue needs and no more: the library grants nothing and closes its tables to all but their owner.
 * Says only what is missing, each in a transaction of its own, for a policy wants its table alone. A table or function that the library
 * of another version does not have is passed over. Throws 55P03 where a table is not had within the lock time-out.
 */
export async function grantQueue(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(MISSING, [JSON.stringify(TABLES), FUNCTIONS]);
  for (const { statement } of rows) await client.query(statement);
}
