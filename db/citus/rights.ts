import type pg from 'pg';

/**
 * A transaction speaks to a node under one login: under another it would be another transaction there, and a function with its owner's
 * rights cannot write beside what its caller wrote. These three run with their caller's rights (`security
 * invoker`), and the caller is granted what they write. A trigger of the journals' table checks each journal, by any login.
 */
const INVOKED = [
  'ledger_write(timestamptz, ledger_line[], uuid)',
  'ledger_post(uuid, text, uuid, uuid, date, timestamptz, jsonb, uuid)',
  'delivery_begin(uuid, uuid, text, text, timestamptz)',
];
const GRANTS: readonly (readonly [privilege: string, tables: readonly string[], roles: readonly string[]])[] =
  [
    ['insert', ['journals', 'postings'], ['mohlat_api', 'mohlat_worker']],
    ['insert', ['account_balances'], ['mohlat_api', 'mohlat_worker']],
    ['update', ['account_balances'], ['mohlat_api', 'mohlat_worker']],
    ['insert', ['deliveries'], ['mohlat_api', 'mohlat_worker', 'mohlat_auth']],
    // A day is opened with its first journal.
    ['insert', ['business_days'], ['mohlat_api', 'mohlat_worker']],
  ];
const POLICIES = [
  ['deliveries', 'begins', 'for insert to mohlat_auth with check (true)'],
  ['business_days', 'reads', 'for select using (true)'],
  ['business_days', 'opens', 'for insert with check (closed_at is null and loans_closed_at is null)'],
  ['business_days', 'closes', 'to mohlat_worker using (true) with check (true)'],
] as const;

/** The rights of the layout that a database has not got, or lost with a release: nothing where it has them all. */
export async function planRights(
  sql: Pick<pg.ClientBase, 'query'>,
  copied: readonly string[],
): Promise<string[]> {
  const { rows: owners } = await sql.query<{ name: string }>(
    'select f.name from unnest($1::text[]) f (name) join pg_proc p on p.oid = f.name::regprocedure where p.prosecdef',
    [INVOKED],
  );
  const { rows: calls } = await sql.query(
    "select where has_function_privilege('mohlat_api', $1::regprocedure, 'execute')",
    [INVOKED[0]],
  );
  const wanted = GRANTS.flatMap(([privilege, tables, roles]) =>
    tables.flatMap((table) => roles.map((role) => ({ privilege, table, role }))),
  );
  const { rows: grants } = await sql.query<(typeof wanted)[number]>(
    `select x.* from json_to_recordset($1) as x ("privilege" text, "table" text, "role" text)
     where not has_table_privilege(x."role", x."table", x."privilege")`,
    [JSON.stringify(wanted)],
  );
  const rights = [
    ...owners.map(({ name }) => `alter function ${name} security invoker`),
    ...(calls.length > 0 ? [] : [`grant execute on function ${INVOKED[0]} to mohlat_api`]),
    ...grants.map(({ privilege, table, role }) => `grant ${privilege} on ${table} to ${role}`),
    ...(await planPolicies(sql)),
  ];
  const { rows: unable } = await sql.query(unableToWrite(copied));
  return rights.length + unable.length > 0 ? [...rights, lettingWrite(copied)] : [];
}

async function planPolicies(sql: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await sql.query<{ on: string }>(
    `select c.relname || ' ' || p.polname as on from pg_policy p join pg_class c on c.oid = p.polrelid
     union all select relname from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  );
  const known = new Set(rows.map(({ on }) => on));
  const guarded = new Set(POLICIES.map(([table]) => table));
  return [
    ...[...guarded]
      .filter((table) => !known.has(table))
      .map((table) => `alter table ${table} enable row level security`),
    ...POLICIES.filter(([table, name]) => !known.has(`${table} ${name}`)).map(
      ([table, name, rest]) => `create policy ${name} on ${table} ${rest}`,
    ),
  ];
}

const unableToWrite = (copied: readonly string[]) =>
  `select t.oid::regclass as table, r.rolname as role from pg_class t join pg_roles r on r.rolname like 'mohlat\\_%'
    where t.relnamespace = 'public'::regnamespace and t.relname = any ('{${copied.join(',')}}')
      and (has_any_column_privilege(r.oid, t.oid, 'insert') or has_any_column_privilege(r.oid, t.oid, 'update'))
      and not has_table_privilege(r.oid, t.oid, 'update, delete, truncate')`;

/**
 * Writing into a copy takes a lock that asks for the right to update, delete or truncate a whole table. Logins that may only insert, or write
 * some columns, get the right to delete, and a policy that lets them delete nothing.
 */
const lettingWrite = (copied: readonly string[]) => `do $$
declare
  v_one record;
begin
  for v_one in
    ${unableToWrite(copied)}
  loop
    if not (select relrowsecurity from pg_class where oid = v_one.table) then
      execute format('alter table %s enable row level security', v_one.table);
      execute format('create policy everything on %s using (true) with check (true)', v_one.table);
    end if;
    execute format('grant delete on %s to %I', v_one.table, v_one.role);
    execute format('create policy %I on %s as restrictive for delete to %I using (false)',
      v_one.role || '_deletes_nothing', v_one.table, v_one.role);
  end loop;
end $$`;
