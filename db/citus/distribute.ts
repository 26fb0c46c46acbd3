import type pg from 'pg';
import { BESIDE, lettingWrite, onNodes, RIGHTS, tellingNodes } from './nodes.ts';

/** The plan that lays the tables of a database over the nodes of a Citus cluster. */
export interface Distribution {
  /** Tables of people: a person's rows of all of them lie on one node. */
  readonly distributed: readonly string[];
  /** Small tables that theirs refer to, or that are read beside them: a copy on every node. */
  readonly copied: readonly string[];
  /** Foreign keys that are taken away before and put back after, each by its table and name. */
  readonly keys: readonly { readonly table: string; readonly name: string; readonly definition: string }[];
  /** The statements, in order. */
  readonly statements: readonly string[];
}

interface Table {
  readonly name: string;
  readonly is_owned: boolean;
}

interface Key {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  readonly definition: string;
}

/** Read inside functions that act for one person, and referred to by no key. */
const READ_BESIDE = [
  'settings',
  'business_days',
  'allowed_journals',
  'transfers',
  'allowed_bill_status',
  'settlement_rows',
  'unidentified_receipts',
];
/**
 * Settings of the database, on every node. What a transaction sets for itself holds on the nodes, too. Functions of a node read the rows beside them.
 * A transaction has one connection to a node, so that it sees there what it wrote there, and may still write into a copied table.
 */
const SETTINGS = [
  ['citus.propagate_set_commands', 'local'],
  ['citus.allow_nested_distributed_execution', 'on'],
  ['citus.max_adaptive_executor_pool_size', '1'],
  ['citus.multi_shard_modify_mode', 'sequential'],
] as const;
const setEverywhere = (name: string, value: string) =>
  `select run_command_on_all_nodes(format('alter database %I set ${name} = ''${value}''', current_database()))`;
/** The table that the others lie beside. */
const FIRST = 'payments';

/**
 * Lays a database out for Citus, from its live schema: every table with a `user_id` is distributed by it, what they refer to is
 * copied to every node, and everything else (sign-in, the queue, claims of a PAN, the ledger of no person) stays on the
 * coordinator. Keys are taken away first: distributing under them turns tables into local ones.
 */
export async function planDistribution(sql: Pick<pg.ClientBase, 'query'>): Promise<Distribution> {
  const { rows: tables } = await sql.query<Table>(TABLES);
  const { rows: keys } = await sql.query<Key>(KEYS);
  const owned = tables.filter((one) => one.is_owned).map(({ name }) => name);
  const others = new Set(tables.filter((one) => !one.is_owned).map(({ name }) => name));
  const copied = new Set(READ_BESIDE.filter((name) => others.has(name)));
  // A table that a copied table refers to is copied, too.
  for (let size = -1; size !== copied.size;) {
    size = copied.size;
    for (const { table, target } of keys)
      if (others.has(target) && (owned.includes(table) || copied.has(table))) copied.add(target);
  }
  const { rows: checks } = await sql.query<{ definition: string }>(CHECKS);
  const { rows: takers } = await sql.query<{ name: string; table: string }>(TAKERS);
  const { rows: kept } = await sql.query<{ name: string }>(KEPT_PLANS);
  const {
    rows: [{ enter } = { enter: '' }],
  } = await sql.query<{ enter: string }>("select pg_get_functiondef('auth.enter_staff'::regproc) as enter");
  const spread = new Set([...owned, ...copied]);
  const moved = keys.filter(({ table, target }) => spread.has(table) || spread.has(target));
  const distributed = [FIRST, ...owned.filter((name) => name !== FIRST)];
  return {
    distributed,
    copied: [...copied],
    keys: moved,
    statements: [
      // Triggers guard rows of one person, and that person's rows lie on one node.
      'set citus.enable_unsafe_triggers = on',
      ...SETTINGS.map(([name, value]) => setEverywhere(name, value)),
      ...moved.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...[...copied].map((name) => `select create_reference_table('${name}')`),
      ...distributed.map((name) =>
        name === FIRST
          ? `select create_distributed_table('${name}', 'user_id')`
          : `select create_distributed_table('${name}', 'user_id', colocate_with => '${FIRST}')`,
      ),
      ...moved.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
      ...new Set(
        takers
          .filter(({ table }) => spread.has(table))
          .map(({ name }) => `select create_distributed_function('${name}')`),
      ),
      BESIDE,
      ...checks.map(({ definition }) => onNodes(definition)),
      ...kept.map(({ name }) => `alter function ${name} set plan_cache_mode = auto`),
      ...RIGHTS,
      ...tellingNodes(enter),
      lettingWrite([...copied]),
    ],
  };
}

/** Partitions go with their table. */
const TABLES = `select c.relname as name, bool_or(a.attname is not null) as is_owned
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  group by c.relname order by c.relname`;

const KEYS = `select c.relname as table, k.conname as name, t.relname as target, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid and not c.relispartition
  join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace
  order by c.relname, k.conname`;

/** Functions that take or answer a row of a table: they reach the nodes after the table, in the order they were made in. */
const TAKERS = `select p.oid::regprocedure::text as name, c.relname as table
  from pg_proc p join pg_type t on t.oid = p.prorettype or t.oid = any (p.proargtypes)
  join pg_class c on c.oid = t.typrelid and c.relkind in ('r', 'p')
  where p.pronamespace = 'public'::regnamespace order by p.oid`;

/** Functions that keep one plan for all calls: a statement that goes to several nodes has none before its values are known. */
const KEPT_PLANS = `select oid::regprocedure::text as name from pg_proc
  where 'plan_cache_mode=force_generic_plan' = any (proconfig) and pronamespace = 'public'::regnamespace order by 1`;

/** Trigger functions that look at all rows a statement wrote. */
const CHECKS = `select distinct pg_get_functiondef(t.tgfoid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgnewtable is not null and c.relnamespace = 'public'::regnamespace order by 1`;
