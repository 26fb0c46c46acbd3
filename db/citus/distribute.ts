import type pg from 'pg';

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
const READ_BESIDE = ['settings', 'business_days', 'allowed_transfers', 'allowed_bill_status'];
/** The table that the others lie beside. */
const FIRST = 'payments';

/**
 * Lays a database out for Citus, from its live schema: every table with a `user_id` is distributed by it, what they refer to is copied
 * to every node, and everything else (sign-in, the queue, claims of a PAN, the ledger of nobody) stays on the coordinator. Keys are
 * taken away first: distributing under them turns tables into local ones.
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
