import type pg from 'pg';

/** The plan that lays the tables of a database over the nodes of a Citus cluster. Rule: decision 121. */
export interface Distribution {
  /** Tables of people: a person's rows of all of them lie on one node. */
  readonly distributed: readonly string[];
  /** Small tables that theirs refer to, or that are read beside them: a copy on every node. */
  readonly copied: readonly string[];
  /** Their foreign keys, each by its table and name. */
  readonly keys: readonly { readonly table: string; readonly name: string; readonly definition: string }[];
  /** Steps that are left, in order: nothing where all of them lie on the nodes. */
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
  'receipt_disputes',
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
/** Triggers guard rows of one person, and that person's rows lie on one node. */
const TRIGGERS = 'set citus.enable_unsafe_triggers = on';
/**
 * Settings of a session that runs the migrations of a release. A new table that refers to a copied one stays as it is until it is laid: turned into
 * a table of Citus at once, it could not refer to people's tables as well.
 */
export const CHANGING = `${TRIGGERS}; set citus.enable_local_reference_table_foreign_keys = off`;
/** Its policies are true of every row of people; without this it could not hand a node the rows that it read elsewhere. */
const ROLE = 'alter role mohlat_worker bypassrls';
/** The table that the others lie beside. */
const FIRST = 'payments';

/**
 * Lays the tables of a database out for Citus, from its live schema: every table with a `user_id` is distributed by it, what they refer to is
 * copied to every node, and everything else (sign-in, the queue, claims of a PAN, the ledger of no person) stays on the coordinator. Keys are
 * taken away first: distributing under them turns tables into local ones. A table that a release made since is laid beside the others.
 */
export async function planTables(sql: Pick<pg.ClientBase, 'query'>): Promise<Distribution> {
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
  const spread = new Set([...owned, ...copied]);
  const distributed = [FIRST, ...owned.filter((name) => name !== FIRST)];
  const [laid, known] = [await listLaid(sql), await listLaid(sql, true)];
  const isNew = (name: string) => spread.has(name) && !laid.has(name);
  // A key of the coordinator's own to a copied table, on a table that Citus does not know: each check of it would wait for its own transaction.
  const isUnknown = (name: string) => !spread.has(name) && !known.has(name);
  const moved = keys.filter(
    ({ table, target }) => isNew(table) || isNew(target) || (spread.has(target) && isUnknown(table)),
  );
  const fresh = [...copied, ...distributed].filter(isNew);
  const statements = [
    ...(await planSettings(sql)),
    ...(fresh.length + moved.length > 0 ? moving(fresh, moved, copied, laid.size === 0) : []),
  ];
  return {
    distributed,
    copied: [...copied],
    keys: keys.filter(({ table, target }) => spread.has(table) || spread.has(target)),
    statements: statements.length > 0 ? [TRIGGERS, ...statements] : [],
  };
}

/**
 * Tables that lie on the nodes of a cluster, or all that Citus knows: those of the coordinator that refer to a copied one, too. None on one
 * PostgreSQL, or before the first of them is laid.
 */
export async function listLaid(
  sql: Pick<pg.ClientBase, 'query'>,
  isKnown = false,
): Promise<ReadonlySet<string>> {
  const { rows: found } = await sql.query("select where to_regclass('pg_dist_partition') is not null");
  if (found.length === 0) return new Set();
  const { rows } = await sql.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
     where $1 or d.partmethod = 'h' or (d.partmethod = 'n' and d.repmodel = 't')`,
    [isKnown],
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Rows that are moved are not written again: their triggers rest, and take no rows away from the books. In one transaction, so that what fails
 * on the way leaves one PostgreSQL with its rights as they were; the settings of the database stay.
 */
function moving(
  fresh: readonly string[],
  keys: Distribution['keys'],
  copied: ReadonlySet<string>,
  isFirst: boolean,
): string[] {
  const lay = (name: string) => {
    if (copied.has(name)) return `select create_reference_table('${name}')`;
    if (name === FIRST) return `select create_distributed_table('${name}', 'user_id')`;
    return `select create_distributed_table('${name}', 'user_id', colocate_with => '${FIRST}')`;
  };
  return [
    'begin',
    "set local citus.multi_shard_modify_mode = 'sequential'",
    'set local citus.enable_local_reference_table_foreign_keys = on',
    ...(isFirst ? [ROLE] : []),
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...fresh.map((name) => `alter table ${name} disable trigger user`),
    ...fresh.map(lay),
    // The rows are copied: those of the coordinator would stay there, unseen, and outlive an erasure.
    ...fresh.map((name) => `select truncate_local_data_after_distributing_table('${name}')`),
    ...fresh.map((name) => `alter table ${name} enable trigger user`),
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    'commit',
  ];
}

async function planSettings(sql: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await sql.query<{ setting: string }>(
    `select unnest(s.setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
     where s.setrole = 0 and d.datname = current_database()`,
  );
  const known = new Set(rows.map(({ setting }) => setting));
  return SETTINGS.filter(([name, value]) => !known.has(`${name}=${value}`)).map(
    ([name, value]) =>
      `select run_command_on_all_nodes(format('alter database %I set ${name} = ''${value}''', current_database()))`,
  );
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
