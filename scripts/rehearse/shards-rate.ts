import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { median } from '../../bench/accept/summary.ts';
import { ACCEPT_SQL } from '../../apps/server/src/features/payments/payments.repo.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { ROOT } from '../run.ts';
import type { Check } from './rehearsal.ts';

const ROUNDS = 5;
const PAYMENTS = 30;
/** Tables that an acceptance reads, each with the column of its person; the settings have no person. */
const READ = [
  ['auth.users', 'id'],
  ['auth.sessions', 'user_id'],
  ['profiles', 'user_id'],
  ['kyc_records', 'user_id'],
  ['credit_accounts', 'user_id'],
  ['cards', 'user_id'],
  ['quotes', 'user_id'],
  ['settings', undefined],
] as const;

export interface Person {
  readonly userId: string;
  readonly quoteId: string;
  readonly sessionId: string;
}

/**
 * Accepts payments by the SQL function alone, one client, on the cluster and by turns on one PostgreSQL: a database beside it on the
 * coordinator's server, without Citus, with the same people. A figure and no bound: machines differ.
 */
export async function measureRate(cluster: pg.Client, url: string): Promise<Check> {
  const people = await listPeople(cluster);
  const name = `mohlat_one_${randomUUID().slice(0, 8)}`;
  await cluster.query(`create database ${name} template template0`);
  try {
    const oneUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    await migrate(oneUrl, join(ROOT, 'db'));
    const one = await connect(oneUrl);
    try {
      await copyPeople(cluster, one, people);
      return await takeTurns([cluster, url], [one, oneUrl], people);
    } finally {
      await one.end();
    }
  } finally {
    await cluster.query(`drop database ${name} with (force)`);
  }
}

/** People who may pay, with a quote of each, signed in again: the sessions of the months that they lived have ended. */
export async function listPeople(sql: pg.Client): Promise<Person[]> {
  const { rows } = await sql.query<Omit<Person, 'sessionId'>>(
    `select q.user_id as "userId", min(q.id::text) as "quoteId" from quotes q
     join credit_accounts c on c.user_id = q.user_id and c.state = 'active'
       and c.used_paise + c.reserved_paise + 100000 < c.limit_paise
     join cards k on k.user_id = q.user_id and k.id = q.card_id and k.removed_at is null group by 1 order by 1 limit 5`,
  );
  const people = rows.map((row) => ({ ...row, sessionId: randomUUID() }));
  await sql.query(
    `insert into auth.sessions (user_id, id, amr, refresh_key_sealed, created_at)
     select user_id, id, '[]', '\\x00', now() from unnest($1::uuid[], $2::uuid[]) as x(user_id, id)`,
    [people.map(({ userId }) => userId), people.map(({ sessionId }) => sessionId)],
  );
  return people;
}

async function copyPeople(from: pg.Client, to: pg.Client, people: readonly Person[]): Promise<void> {
  // Keys to what is not copied are not looked at.
  await to.query('set session_replication_role = replica');
  for (const [table, owner] of READ) {
    const { rows } = await from.query<{ all: object[] | null }>(
      `select json_agg(t) as all from ${table} t where ${owner ? `${owner} = any ($1::uuid[])` : '$1::uuid[] is not null'}`,
      [people.map(({ userId }) => userId)],
    );
    const columns = await columnsOf(to, table);
    await to.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [JSON.stringify(rows[0]?.all ?? [])],
    );
  }
  await to.query('set session_replication_role = default');
}

async function columnsOf(sql: pg.Client, table: string, without: readonly string[] = []): Promise<string> {
  const { rows } = await sql.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all ($2)`,
    [table, without],
  );
  return rows[0]!.columns;
}

type Place = readonly [owner: pg.Client, url: string];

async function takeTurns(cluster: Place, one: Place, people: readonly Person[]): Promise<Check> {
  const rates: (readonly [number, number])[] = [];
  // The first round plans the function's statements.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const turn = [await acceptAll(cluster, people), await acceptAll(one, people)] as const;
    if (round > 0) rates.push(turn);
  }
  const side = (index: 0 | 1) => rates.map((rate) => rate[index].toFixed(0)).join(', ');
  const share = median(rates.map(([ours, plain]) => ours / plain)).toFixed(2);
  return {
    what: 'payments are accepted on the cluster as on one PostgreSQL',
    figure: `${side(0)} a second on the cluster, ${side(1)} on one; ${share} of it (median)`,
    isGood: rates.length === ROUNDS,
  };
}

/** Accepts a payment after the other; answers how many a second. */
async function acceptAll([owner, url]: Place, people: readonly Person[]): Promise<number> {
  const quotes = await makeQuotes(owner, people);
  const api = await connect(url, '-c role=mohlat_api');
  try {
    const from = performance.now();
    for (const person of quotes) await acceptOne(api, person);
    return (quotes.length / (performance.now() - from)) * 1000;
  } finally {
    await api.end();
  }
}

/** As the server does: the statement, then the job where it does not stand yet. Throws for a payment that is not accepted. */
export async function acceptOne(api: pg.Client, { userId, sessionId, quoteId }: Person): Promise<void> {
  const { rows } = await api.query<{ outcome: string; facts: { id: string }; has_job: boolean }>({
    name: 'accept',
    text: ACCEPT_SQL,
    values: [userId, sessionId, new Date(), quoteId, '\\x00', quoteId, null, null, null],
  });
  const [row] = rows;
  if (row?.outcome !== 'accepted') throw new Error(`a payment was not accepted: ${row?.outcome}`);
  if (!row.has_job) await api.query('select enqueue_submit($1, $2)', [userId, row.facts.id]);
}

/** Quotes of one paisa after those of the people, so that no limit ends the turns. */
export async function makeQuotes(
  sql: pg.Client,
  people: readonly Person[],
  count = PAYMENTS,
): Promise<Person[]> {
  const own = ['id', 'amount_paise', 'total_paise', 'payment_id', 'expires_at', 'bill_fetch_id'];
  const columns = await columnsOf(sql, 'quotes', own);
  const made = Array.from({ length: count }, (_, nth) => ({
    ...people[nth % people.length]!,
    quoteId: randomUUID(),
  }));
  for (const [nth, { userId, quoteId }] of made.entries())
    await sql.query(
      `insert into quotes (${own.join(', ')}, ${columns})
       select $3::uuid, 1, 1 + service_fee_paise + interest_paise, null, now() + interval '2 days', null, ${columns}
       from quotes where user_id = $1 and id = $2`,
      [userId, people[nth % people.length]!.quoteId, quoteId],
    );
  return made;
}

export async function connect(connectionString: string, options?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, ...(options && { options }) });
  await client.connect();
  return client;
}
