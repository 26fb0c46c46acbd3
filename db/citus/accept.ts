import type pg from 'pg';

// The part of the layout that accepts a payment on the node with its person's rows: in one transaction there. Rule: decision 121.

type Sql = Pick<pg.ClientBase, 'query'>;

const ACCEPT =
  'accept_quote(uuid, uuid, timestamptz, text, bytea, uuid, date, date, inet, text[], timestamptz)';
/**
 * Functions by which an acceptance reads or writes rows of people, or of copied tables, each after those it calls itself. A node has them
 * once more for each of its parts, with the names that the tables have there.
 */
const CALLED = [
  'transfer_lines(text, uuid, uuid, uuid, date, bigint)',
  'is_consent_withdrawn(uuid, text[])',
  'is_bill_overpaid(uuid, uuid, bigint)',
  'accepted_facts(payments, cards)',
  'ledger_write(timestamptz, ledger_line[], uuid)',
  'ledger_post(uuid, text, uuid, uuid, date, timestamptz, jsonb, uuid)',
  'ledger_transfer(text, uuid, uuid, uuid, date, bigint, timestamptz)',
] as const;
const PAUSED =
  "exists (select 1 from capability_pauses where capability = 'bill_payments' and ended_at is null)";
/** An acceptance on a node knows what was looked at on the coordinator before it, and no queue. */
const ON_A_NODE = [
  [
    'outcome := auth.session_state(p_user_id, p_session_id, p_machine_now);',
    "outcome := coalesce(p_looked[1], 'ended');",
  ],
  ['auth.is_guarded(p_user_id)', "'guarded' = any (p_looked)"],
  ['exists (select 1 from float_state where is_short)', "'short' = any (p_looked)"],
  [PAUSED, "'paused' = any (p_looked)"],
  ['perform enqueue_submit(p_user_id, v_payment_id);', 'has_job := false;'],
] as const;
/** The schema with the acceptance under the names of the whole cluster: for a node whose own part has no functions yet. */
const ANYWHERE = 'at_any';
/** The names of a schema that belongs to a part. */
const OF_A_PART = /^at_\d+$/;

const ARGUMENTS = Array.from({ length: 11 }, (_, nth) => `$${nth + 1}`).join(', ');
/**
 * The person's rows stay where they are until the end: a part that is moved waits for who writes it, and who waited for a part that was moved
 * finds no place for it here.
 */
const ROUTED = `
declare
  v_shard bigint := get_shard_id_for_distribution_column('payments', p_user_id);
  v_place text := '${ANYWHERE}';
begin
  perform hold_part(v_shard);
  if exists (select from pg_dist_placement p join pg_dist_local_group g on g.groupid = p.groupid where p.shardid = v_shard)
    and to_regnamespace('at_' || v_shard) is not null then
    v_place := 'at_' || v_shard;
  end if;
  execute format('select * from %I.accept_quote(${ARGUMENTS})', v_place) into outcome, replayed, facts, has_job
    using p_user_id, p_session_id, p_now, p_key, p_request_hash, p_quote_id, p_bill_on, p_bill_due_on, p_from, p_looked, p_machine_now;
end `;
/** Held as a statement of the cluster that writes a row holds it (5 is the number of a share lock). For owners alone, so with their rights. */
const HOLD = `
begin
  perform lock_shard_metadata(5, array[p_shard]);
end `;
/**
 * A call that a cluster hands on has to have constants for arguments. So this says that it is immutable, and is asked as the call is planned, which
 * is once for each. It writes nothing, and is of no other use.
 */
const LOOK = `
declare
  v_looked text[] := array[auth.session_state(p_user_id, p_session_id, p_now)];
begin
  perform set_config('app.user_id', p_user_id::text, true);
  if auth.is_guarded(p_user_id) then v_looked := v_looked || 'guarded'::text; end if;
  if exists (select from float_state where is_short) then v_looked := v_looked || 'short'::text; end if;
  if ${PAUSED} then v_looked := v_looked || 'paused'::text; end if;
  return v_looked;
end `;

/** A share of the people: the name that each table has there. */
export interface Part {
  readonly part: string;
  readonly tables: Readonly<Record<string, string>>;
}

interface Made {
  readonly name: string;
  readonly text: string;
}

/** Statements by which the nodes accept payments, as far as they have not been run. */
export async function planAcceptance(sql: Sql, parts: readonly Part[]): Promise<string[]> {
  const accept = await definitionOf(sql, ACCEPT);
  const isRouted = accept.includes(ROUTED);
  const anywhere = isRouted ? await definitionOf(sql, `${ANYWHERE}.${ACCEPT}`) : onANode(accept);
  return [
    ...(isRouted ? [] : await route(sql, accept, anywhere)),
    ...(await planOlder(sql)),
    ...(await planLook(sql)),
    ...(await planHandedOn(sql)),
    ...(await planParts(sql, anywhere, parts)),
  ];
}

async function definitionOf(sql: Sql, name: string): Promise<string> {
  const { rows } = await sql.query<{ text: string }>('select pg_get_functiondef($1::regprocedure) as text', [
    name,
  ]);
  return rows[0]?.text ?? '';
}

/** The acceptance as it is made for a node. Throws for a text that is not as it was known here. */
function onANode(accept: string): string {
  let text = into(accept, ANYWHERE);
  for (const [here, there] of ON_A_NODE) {
    if (text.split(here).length !== 2) throw new Error(`accept_quote does not say "${here}" once`);
    text = text.replace(here, () => there);
  }
  return text;
}

const into = (definition: string, schema: string) =>
  definition.replace('FUNCTION public.', `FUNCTION ${schema}.`);

async function route(sql: Sql, accept: string, anywhere: string): Promise<string[]> {
  const body = /AS \$function\$[\s\S]*\$function\$/;
  return [
    ...(await planSchema(sql, ANYWHERE)),
    anywhere,
    callable(`${ANYWHERE}.${ACCEPT}`),
    `create or replace function hold_part(p_shard bigint) returns void
     language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$${HOLD}$$`,
    'revoke all on function hold_part(bigint) from public',
    callable('hold_part(bigint)'),
    accept.replace(body, () => `AS $function$${ROUTED}$function$`),
  ];
}

/** The acceptance of an older release, with other arguments, goes. */
async function planOlder(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = to_regnamespace('${ANYWHERE}') and oid is distinct from to_regprocedure('${ANYWHERE}.${ACCEPT}')`,
  );
  return rows.map(({ name }) => `drop function ${name}`);
}

async function planSchema(sql: Sql, name: string): Promise<string[]> {
  const { rows } = await sql.query('select from pg_namespace where nspname = $1', [name]);
  return rows.length > 0 ? [] : [`create schema ${name}`, `grant usage on schema ${name} to mohlat_api`];
}

async function planLook(sql: Sql): Promise<string[]> {
  const look = 'look_before(uuid, uuid, timestamptz)';
  if ((await definitionOf(sql, look)).includes(LOOK)) return [];
  return [
    `create or replace function look_before(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns text[]
     language plpgsql immutable as $$${LOOK}$$`,
  ];
}

/** A call of the whole statement goes to the node with the person's rows, without a transaction of the coordinator around it. */
async function planHandedOn(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query(
    `select from pg_dist_object where classid = 'pg_proc'::regclass and objid = $1::regprocedure
       and distribution_argument_index is not null`,
    [ACCEPT],
  );
  if (rows.length > 0) return [];
  return [`select create_distributed_function('${ACCEPT}', 'p_user_id', colocate_with => 'payments')`];
}

/** For each part the functions with its tables' names; what an older release had besides goes. */
async function planParts(sql: Sql, anywhere: string, parts: readonly Part[]): Promise<string[]> {
  const called: Made[] = [];
  for (const name of CALLED) called.push({ name, text: await definitionOf(sql, name) });
  const there = await listMade(sql);
  const statements: string[] = [];
  const wanted = new Set<string>();
  for (const { part, tables } of parts) {
    const schema = `at_${part}`;
    const made = [
      ...called.map(({ name, text }) => ({ name, text: beside(into(text, schema), tables) })),
      {
        name: ACCEPT,
        text: withPath(
          beside(anywhere.replace(`FUNCTION ${ANYWHERE}.`, `FUNCTION ${schema}.`), tables),
          schema,
        ),
      },
    ];
    for (const { text } of made) wanted.add(headOf(text));
    const left = made.filter(({ text }) => !there.some((one) => one.text === text));
    if (left.length > 0) statements.push(...(await planSchema(sql, schema)));
    for (const { name, text } of left) statements.push(text, callable(`${schema}.${name}`));
  }
  const gone = there.filter(({ text }) => !wanted.has(headOf(text)));
  return [...statements, ...gone.map(({ name }) => `drop function ${name}`)];
}

/** Functions that it calls are found beside it first. */
const withPath = (definition: string, schema: string) =>
  definition.replace(
    '\nAS $function$',
    () => `\n SET search_path TO 'pg_catalog', '${schema}', 'public', 'pg_temp'\nAS $function$`,
  );

const callable = (name: string) => `grant execute on function ${name} to mohlat_api`;

const headOf = (definition: string) => definition.slice(0, definition.indexOf('\n'));

/** A function under the names that its tables have in a part. It has its caller's rights and path. */
export function beside(definition: string, tables: Part['tables']): string {
  const names = Object.keys(tables).join('|');
  return definition
    .replace('\n SECURITY DEFINER', '')
    .replace(/\n SET search_path TO [^\n]*/, '')
    .replaceAll(new RegExp(`\\binsert into (${names})\\b(?! as\\b)`, 'g'), (found, name: string) =>
      name === 'business_days' ? found : `insert into ${tables[name]} as ${name}`,
    )
    .replaceAll(
      new RegExp(`\\binsert into (${names})\\b(?= as\\b)`, 'g'),
      (_, name: string) => `insert into ${tables[name]}`,
    )
    .replaceAll(
      new RegExp(`\\bupdate (${names})\\b(?= set\\b)`, 'g'),
      (_, name: string) => `update ${tables[name]} as ${name}`,
    )
    .replaceAll(
      new RegExp(`\\b(from|join) (${names})\\b(?! on\\b| where\\b|\\s*[,)])(?= \\w)`, 'g'),
      (_, word: string, name: string) => `${word} ${tables[name]}`,
    )
    .replaceAll(
      new RegExp(`\\b(from|join) (${names})\\b`, 'g'),
      (_, word: string, name: string) => `${word} ${tables[name]} as ${name}`,
    );
}

async function listMade(sql: Sql): Promise<Made[]> {
  const { rows } = await sql.query<Made & { schema: string }>(
    `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text, n.nspname as schema
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname like 'at\\_%'`,
  );
  return rows.filter(({ schema }) => OF_A_PART.test(schema));
}

/** The parts that the tables of a database are laid in; none before. */
export const listParts = async (sql: Sql): Promise<readonly Part[]> => (await sql.query<Part>(PARTS)).rows;

/** Parts of the cluster, each with the names of the tables in it. */
const PARTS = `select me.shardid::text as part, json_object_agg(c.relname, shard_name(s.logicalrelid, s.shardid)) as tables
  from pg_dist_shard me
  join pg_dist_shard s on s.shardminvalue = me.shardminvalue or s.shardminvalue is null
  join pg_dist_partition d on d.logicalrelid = s.logicalrelid and (d.partmethod = 'h' or d.repmodel = 't')
  join pg_class c on c.oid = s.logicalrelid and c.relnamespace = 'public'::regnamespace
  where me.logicalrelid = 'payments'::regclass group by 1 order by 1`;
