// The parts of the layout that make functions, triggers and rights work on the nodes of a cluster. Rule: decision 121.

/**
 * The statement of a trigger on a node: with the names of the tables there that lie beside the one it is on. Under their own names a node
 * would look for them in the whole cluster, which cannot be joined with the rows that a statement wrote.
 */
export const BESIDE = `create or replace function beside(p_shard regclass, p_statement text) returns text language plpgsql stable
  set search_path = pg_catalog, public as $$
declare
  v_one record;
begin
  for v_one in
    select c.relname, shard_name(s.logicalrelid, s.shardid) as shard
    from pg_dist_shard me
    join pg_dist_shard s on s.shardminvalue = me.shardminvalue or s.shardminvalue is null
    join pg_class c on c.oid = s.logicalrelid
    where me.shardid = substring(p_shard::text from '_(\\d+)$')::bigint and position(c.relname in p_statement) > 0
  loop
    p_statement := regexp_replace(p_statement, '\\m(from|join|update) ' || v_one.relname || '\\M', '\\1 ' || v_one.shard, 'g');
  end loop;
  return p_statement;
end $$`;

/** A trigger function with its one statement said by the names that lie beside its table. */
export function onNodes(definition: string): string {
  if (definition.includes('beside(tg_relid')) return definition;
  const found = /\n {2}(select|update) [\s\S]*?;\n/.exec(definition);
  if (!found) throw new Error(`no statement in ${definition}`);
  const statement = found[0].trim().slice(0, -1);
  const into = / into (\w+) from/.exec(statement);
  const asked = into ? statement.replace(into[0], ' from') : statement;
  return definition.replace(
    found[0],
    () => `\n  execute beside(tg_relid, $beside$${asked}$beside$)${into ? ` into ${into[1]}` : ''};\n`,
  );
}

/**
 * A transaction speaks to a node under one login: under another it would be another transaction there, and a function with its owner's
 * rights cannot write beside what its caller wrote. These three run with their caller's rights (`security
 * invoker`), and the caller is granted what they write. A trigger of the journals' table checks each journal, by any login.
 */
export const RIGHTS = [
  // Its policies are true of every row of people; without this it could not hand a node the rows that it read elsewhere.
  'alter role mohlat_worker bypassrls',
  'alter function ledger_write(timestamptz, ledger_line[], uuid) security invoker',
  'alter function ledger_post(uuid, text, uuid, uuid, date, timestamptz, jsonb, uuid) security invoker',
  'alter function delivery_begin(uuid, uuid, text, text, timestamptz) security invoker',
  'grant execute on function ledger_write(timestamptz, ledger_line[], uuid) to mohlat_api',
  'grant insert on journals, postings to mohlat_api, mohlat_worker',
  'grant insert, update on account_balances to mohlat_api, mohlat_worker',
  'grant insert on deliveries to mohlat_api, mohlat_worker, mohlat_auth',
  'create policy begins on deliveries for insert to mohlat_auth with check (true)',
  // A day is opened with its first journal.
  'grant insert on business_days to mohlat_api, mohlat_worker',
  'alter table business_days enable row level security',
  'create policy reads on business_days for select using (true)',
  'create policy opens on business_days for insert with check (closed_at is null and loans_closed_at is null)',
  'create policy closes on business_days to mohlat_worker using (true) with check (true)',
];

/**
 * Writing into a copy takes a lock that asks for the right to update, delete or truncate a whole table. Logins that may only insert, or write
 * some columns, get the right to delete, and a policy that lets them delete nothing.
 */
export const lettingWrite = (copied: readonly string[]) => `do $$
declare
  v_one record;
begin
  for v_one in
    select t.oid::regclass as table, r.rolname as role from pg_class t join pg_roles r on r.rolname like 'mohlat\\_%'
    where t.relnamespace = 'public'::regnamespace and t.relname = any ('{${copied.join(',')}}')
      and (has_any_column_privilege(r.oid, t.oid, 'insert') or has_any_column_privilege(r.oid, t.oid, 'update'))
      and not has_table_privilege(r.oid, t.oid, 'update, delete, truncate')
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

/** Shown by a setting that the version before reads; here the nodes are told as well. */
const ENTERED = "perform set_config('app.staff_roles', v_roles::text, true);";

/**
 * The member of staff who acts stands in a table of the coordinator, by the transaction's id. On a node the transaction has another id and another
 * login than the one that may write such a table. So it is told by a setting that is signed: the key is in a table that no login reads, and a
 * mark holds for a minute. A setting that a login makes up itself opens nothing.
 */
export function tellingNodes(enter: string): string[] {
  if (enter.includes('auth.tell_nodes')) return [];
  if (!enter.includes(ENTERED)) throw new Error('auth.enter_staff is not as it was known here');
  return [
    "create table auth.staff_key as select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) as key",
    "select create_reference_table('auth.staff_key')",
    `create function auth.staff_signature(p_text text) returns text language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  v_key bytea := (select key from auth.staff_key);
begin
  return encode(sha256(v_key || sha256(v_key || convert_to(p_text, 'UTF8'))), 'hex');
end $$`,
    'revoke all on function auth.staff_signature(text) from public',
    `create function auth.tell_nodes(p_user uuid, p_roles text[]) returns void language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_text text := jsonb_build_object('user', p_user, 'roles', p_roles, 'until', extract(epoch from clock_timestamp()) + 60);
begin
  execute format('set local app.staff = %L', auth.staff_signature(v_text) || v_text);
end $$`,
    'revoke all on function auth.tell_nodes(uuid, text[]) from public',
    enter.replace(ENTERED, `perform auth.tell_nodes(p_user, v_roles);\n  ${ENTERED}`),
    // 64 digits of the signature, then the text.
    `create function auth.staff_told() returns jsonb language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  v_told text := current_setting('app.staff', true);
  v_text jsonb;
begin
  if coalesce(v_told, '') = '' or left(v_told, 64) <> auth.staff_signature(substr(v_told, 65)) then return null; end if;
  v_text := substr(v_told, 65)::jsonb;
  return case when (v_text ->> 'until')::double precision > extract(epoch from clock_timestamp()) then v_text end;
end $$`,
    'revoke all on function auth.staff_told() from public',
    `create or replace function app_staff_id() returns uuid language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return (auth.staff_told() ->> 'user')::uuid;
end $$`,
    `create or replace function app_staff_roles() returns text[] language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return coalesce(array(select pg_catalog.jsonb_array_elements_text(auth.staff_told() -> 'roles')), '{}');
end $$`,
  ];
}
