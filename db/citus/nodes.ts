import type pg from 'pg';
import { beside, listParts, type Part, planAcceptance } from './accept.ts';
import { listLaid } from './distribute.ts';
import { planRights } from './rights.ts';

// The parts of the layout that make functions and triggers work on the nodes of a cluster. Rule: decision 121.

interface Made {
  readonly signature: string;
  /** From the word `returns` to the body. */
  readonly kind: string;
  readonly body: string;
  /** Functions of the layout alone are nobody else's to call. */
  readonly isPublic?: true;
}

/**
 * The statement of a trigger on a node: with the names of the tables there that lie beside the one it is on. Under their own names a node
 * would look for them in the whole cluster, which cannot be joined with the rows that a statement wrote.
 */
const BESIDE: Made = {
  signature: 'beside(p_shard regclass, p_statement text)',
  kind: 'text language plpgsql stable set search_path = pg_catalog, public',
  isPublic: true,
  body: `
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
end `,
};

/**
 * The member of staff who acts stands in a table of the coordinator, by the transaction's id. On a node the transaction has another id and another
 * login than the one that may write such a table. So it is told by a setting that is signed: the key is in a table that no login reads, and a
 * mark holds for a minute. A setting that a login makes up itself opens nothing.
 */
const TELLING: readonly Made[] = [
  {
    signature: 'auth.staff_signature(p_text text)',
    kind: 'text language plpgsql stable security definer set search_path = pg_catalog',
    body: `
declare
  v_key bytea := (select key from auth.staff_key);
begin
  return encode(sha256(v_key || sha256(v_key || convert_to(p_text, 'UTF8'))), 'hex');
end `,
  },
  {
    signature: 'auth.tell_nodes(p_user uuid, p_roles text[])',
    kind: 'void language plpgsql security definer set search_path = pg_catalog',
    body: `
declare
  v_text text := jsonb_build_object('user', p_user, 'roles', p_roles, 'until', extract(epoch from clock_timestamp()) + 60);
begin
  execute format('set local app.staff = %L', auth.staff_signature(v_text) || v_text);
end `,
  },
  {
    // 64 digits of the signature, then the text.
    signature: 'auth.staff_told()',
    kind: 'jsonb language plpgsql stable security definer set search_path = pg_catalog',
    body: `
declare
  v_told text := current_setting('app.staff', true);
  v_text jsonb;
begin
  if coalesce(v_told, '') = '' or left(v_told, 64) <> auth.staff_signature(substr(v_told, 65)) then return null; end if;
  v_text := substr(v_told, 65)::jsonb;
  return case when (v_text ->> 'until')::double precision > extract(epoch from clock_timestamp()) then v_text end;
end `,
  },
  {
    signature: 'app_staff_id()',
    kind: "uuid language plpgsql stable parallel safe security definer set search_path = ''",
    isPublic: true,
    body: `
begin
  return (auth.staff_told() ->> 'user')::uuid;
end `,
  },
  {
    signature: 'app_staff_roles()',
    kind: "text[] language plpgsql stable parallel safe security definer set search_path = ''",
    isPublic: true,
    body: `
begin
  return coalesce(array(select pg_catalog.jsonb_array_elements_text(auth.staff_told() -> 'roles')), '{}');
end `,
  },
];
const KEY = [
  "create table auth.staff_key as select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) as key",
  "select create_reference_table('auth.staff_key')",
];
/** The line of auth.enter_staff before which the nodes are told; a change of it is one of both. */
const ENTERED = "perform set_config('app.staff_roles', v_roles::text, true);";

/**
 * Statements for functions, triggers and logins of the nodes, as far as they have not been run: all of them after the tables are laid, and
 * after a release those that it replaced. Read from the live catalogue.
 */
export async function planNodes(
  sql: Pick<pg.ClientBase, 'query'>,
  { distributed, copied }: { readonly distributed: readonly string[]; readonly copied: readonly string[] },
): Promise<string[]> {
  const { rows: takers } = await sql.query<{ name: string }>(TAKERS, [[...distributed, ...copied]]);
  const { rows: checks } = await sql.query<{ definition: string }>(CHECKS);
  const parts = (await listLaid(sql)).size > 0 ? await listParts(sql) : [];
  const { rows: kept } = await sql.query<{ name: string }>(KEPT_PLANS);
  return [
    ...takers.map(({ name }) => `select create_distributed_function('${name}')`),
    ...(await planMade(sql, [BESIDE])),
    ...checks.flatMap(({ definition }) => onNodes(definition, parts) ?? []),
    ...kept.map(({ name }) => `alter function ${name} set plan_cache_mode = auto`),
    ...(await planTelling(sql)),
    ...(await planAcceptance(sql, parts)),
    ...(await planRights(sql, copied)),
  ];
}

async function planTelling(sql: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const {
    rows: [{ enter, has_key: hasKey } = { enter: '', has_key: false }],
  } = await sql.query<{ enter: string; has_key: boolean }>(
    `select pg_get_functiondef('auth.enter_staff'::regproc) as enter, to_regclass('auth.staff_key') is not null as has_key`,
  );
  const isTold = enter.includes('auth.tell_nodes');
  if (!isTold && !enter.includes(ENTERED)) throw new Error('auth.enter_staff is not as it was known here');
  return [
    ...(hasKey ? [] : KEY),
    ...(await planMade(sql, TELLING)),
    ...(isTold ? [] : [enter.replace(ENTERED, `perform auth.tell_nodes(p_user, v_roles);\n  ${ENTERED}`)]),
  ];
}

/** The functions that are not there, or have another body. */
async function planMade(sql: Pick<pg.ClientBase, 'query'>, made: readonly Made[]): Promise<string[]> {
  const { rows } = await sql.query<{ body: string }>(
    'select prosrc as body from pg_proc where pronamespace::regnamespace::text = any ($1)',
    [['public', 'auth']],
  );
  const bodies = new Set(rows.map(({ body }) => body));
  return made
    .filter(({ body }) => !bodies.has(body))
    .flatMap(({ signature, kind, body, isPublic }) => [
      `create or replace function ${signature} returns ${kind} as $$${body}$$`,
      ...(isPublic ? [] : [`revoke all on function ${signature} from public`]),
    ]);
}

/** The check that every journal meets has its statement once for each part: said anew it would be planned anew, which takes longer than all else. */
const OF_EACH_PART: Readonly<Record<string, string>> = { check_postings: 'postings' };

const SAID =
  /\n {2}(?:case tg_table_name\n[\s\S]*?\n {2}else\n {4})?execute beside\(tg_relid, \$beside\$([\s\S]*?)\$beside\$\)( into \w+)?;\n(?: {2}end case;\n)?/;

/** A trigger function with its one statement said by the names that lie beside its table; nothing if it is. */
function onNodes(definition: string, parts: readonly Part[]): string | undefined {
  const name = /FUNCTION public\.(\w+)\(/.exec(definition)?.[1] ?? '';
  const table = OF_EACH_PART[name];
  const [found = '', asked = '', into = ''] = SAID.exec(definition) ?? firstSaid(definition);
  const branches = parts.flatMap(({ tables }) =>
    table === undefined ? [] : `  when '${tables[table]}' then\n    ${beside(asked, tables)}${into};\n`,
  );
  const one = `execute beside(tg_relid, $beside$${asked}$beside$)${into};\n`;
  const told =
    branches.length > 0
      ? `\n  case tg_table_name\n${branches.join('')}  else\n    ${one}  end case;\n`
      : `\n  ${one}`;
  return told === found ? undefined : definition.replace(found, () => told);
}

/** The statement as the product says it, and what it reads into. */
function firstSaid(definition: string): readonly [found: string, asked: string, into?: string] {
  const found = /\n {2}(select|update) [\s\S]*?;\n/.exec(definition);
  if (!found) throw new Error(`no statement in ${definition}`);
  const statement = found[0].trim().slice(0, -1);
  const into = / into (\w+) from/.exec(statement);
  return into ? [found[0], statement.replace(into[0], ' from'), ` into ${into[1]}`] : [found[0], statement];
}

/**
 * Functions that take or answer a row of a table, and are not known to the nodes: those made before the table was laid, in the order they
 * were made in. Citus hands on by itself what is made afterwards.
 */
const TAKERS = `select p.oid::regprocedure::text as name
  from pg_proc p join pg_type t on t.oid = p.prorettype or t.oid = any (p.proargtypes)
  join pg_class c on c.oid = t.typrelid and c.relkind in ('r', 'p')
  where p.pronamespace = 'public'::regnamespace and c.relname = any ($1)
    and not exists (select from pg_dist_object d where d.classid = 'pg_proc'::regclass and d.objid = p.oid)
  group by p.oid order by p.oid`;

/** Functions that keep one plan for all calls: a statement that goes to several nodes has none before its values are known. */
const KEPT_PLANS = `select oid::regprocedure::text as name from pg_proc
  where 'plan_cache_mode=force_generic_plan' = any (proconfig) and pronamespace = 'public'::regnamespace order by 1`;

/** Trigger functions that look at all rows a statement wrote or took away. */
const CHECKS = `select distinct pg_get_functiondef(t.tgfoid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where (t.tgnewtable is not null or t.tgoldtable is not null) and c.relnamespace = 'public'::regnamespace order by 1`;
