import pg from 'pg';

/** Payments of one person among those that are stored. */
const EACH = 5;
const CHUNK = 50_000;

/**
 * An id that is made of a number, apart from those of the load's own people: in the order of its number, as the product's ids are in
 * the order of time.
 */
const idOf = (kind: string, n: string) =>
  `(lpad(to_hex(1600000000000 + (${n})), 12, '0') || '7' || overlay(left(md5('${kind} ' || (${n})::text), 19) placing '8' from 4 for 1))::uuid`;
/** People pay again and again: the payments of one lie far from each other. */
const USER = idOf('user', `n % ($4::bigint / ${EACH})`);
const PAYMENT = idOf('payment', 'n');
const JOURNAL = idOf('journal', 'n');
const QUOTE = idOf('quote', 'n');

/** The tables that an acceptance writes and that keep what it wrote, with what a copy of a row has of its own. */
const TABLES: readonly (readonly [table: string, model: string, own: Readonly<Record<string, string>>])[] = [
  ['quotes', 'payment_id = $1', { user_id: USER, id: QUOTE, payment_id: PAYMENT }],
  [
    'payments',
    'id = $1',
    {
      user_id: USER,
      id: PAYMENT,
      quote_id: QUOTE,
      // As one that has long been paid: no longer among those that are looked after.
      bill_status: `'paid'`,
      paid_at: 'model.accepted_at',
      next_enquiry_at: 'null',
    },
  ],
  ['key_facts', 'payment_id = $1', { user_id: USER, payment_id: PAYMENT }],
  ['bill_status_log', 'payment_id = $1', { user_id: USER, payment_id: PAYMENT }],
  ['journals', 'source_id = $1', { user_id: USER, id: JOURNAL, source_id: PAYMENT, loan_id: PAYMENT }],
  [
    'postings',
    'journal_id = (select id from journals where source_id = $1)',
    { user_id: USER, journal_id: JOURNAL, loan_id: PAYMENT },
  ],
];

interface Copy {
  readonly table: string;
  readonly model: string;
  readonly columns: readonly string[];
  readonly values: readonly string[];
}

/**
 * Stores so many more payments, each after one that was accepted, as rows of people who take no part in the load. Keys and
 * checks are not run for them: the rows are copies of such as passed.
 */
export async function storePayments(
  databaseUrl: string,
  count: number,
  say: (text: string) => void,
): Promise<void> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  try {
    await sql.query('set session_replication_role = replica');
    const { rows } = await sql.query<{ id: string }>(
      `select p.id from payments p join quotes q on q.payment_id = p.id order by p.accepted_at desc limit 1`,
    );
    const copies: Copy[] = [];
    for (const table of TABLES) copies.push(await copyOf(sql, table));
    for (let from = 0; from < count; from += CHUNK) {
      const to = Math.min(from + CHUNK, count) - 1;
      for (const { table, model, columns, values } of copies)
        await sql.query(
          `insert into ${table} (${columns.join(', ')}) overriding system value
           select ${values.join(', ')} from (select * from ${table} where ${model}) model, generate_series($2::bigint, $3::bigint) n`,
          [rows[0]!.id, from, to, count],
        );
      if (from % (10 * CHUNK) === 0) say(`stored ${to + 1} of ${count}`);
    }
  } finally {
    await sql.end();
  }
}

async function copyOf(sql: pg.Client, [table, model, own]: (typeof TABLES)[number]): Promise<Copy> {
  const { rows } = await sql.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => own[name] ?? `model.${name}`);
  return { table, model, columns, values };
}
