import { randomUUID } from 'node:crypto';
import type { Bill } from '@mohlat/contract';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listParts, planAcceptance } from '../../../db/citus/accept.ts';
import { planTables } from '../../../db/citus/distribute.ts';
import { planRights } from '../../../db/citus/rights.ts';
import { ACCEPT_SQL, type AcceptedRow } from '../src/features/payments/payments.repo.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Person } from './person.ts';
import { idOf } from './racing.ts';
import { somebody } from './steps.ts';

// The acceptance as the layout of a cluster makes it for a node, run on a plain PostgreSQL with stand-ins for Citus: its tables have their own
// names there, with the schema.
const STANDING_IN = `
  create table pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char");
  create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
  create table pg_dist_placement (shardid bigint, groupid integer);
  create table pg_dist_local_group (groupid integer);
  create table pg_dist_object (classid oid, objid oid, distribution_argument_index integer);
  insert into pg_dist_placement values (7, 1);
  insert into pg_dist_local_group values (1);
  grant select on pg_dist_placement, pg_dist_local_group to mohlat_api;
  create function shard_name(regclass, bigint) returns text language sql as $$ select 'public.' || $1 $$;
  create function get_shard_id_for_distribution_column(regclass, uuid) returns bigint language sql as $$ select 7::bigint $$;
  grant execute on function get_shard_id_for_distribution_column(regclass, uuid) to mohlat_api;
  create function lock_shard_metadata(integer, bigint[]) returns void language sql as $$ select $$;
  create function create_distributed_function(text, text, colocate_with text) returns void language sql as
    $$ insert into pg_dist_object values ('pg_proc'::regclass, $1::regprocedure, 0) $$`;

let server: TestServer;
let person: Person;
let userId: string;
let cardId: string;
let tables: { distributed: readonly string[]; copied: readonly string[] };
beforeAll(async () => {
  server = await startTestServer();
  person = await somebody(server).ready();
  userId = await idOf(person);
  cardId = (await person.addCard('5101', 'HDFC Bank')).id;
  const client = await server.sql.connect();
  tables = await planTables(client);
  client.release();
});
afterAll(() => server.stop());

/** Lays what accepts payments, in the transaction under way. */
async function lay(client: pg.PoolClient): Promise<void> {
  await client.query(STANDING_IN);
  await client.query(
    `insert into pg_dist_partition select name::regclass, 'h', 's' from unnest($1::text[]) name
     union all select name::regclass, 'n', 't' from unnest($2::text[]) name`,
    [tables.distributed, tables.copied],
  );
  await client.query(
    "insert into pg_dist_shard select logicalrelid, 7, case partmethod when 'h' then '0' end from pg_dist_partition",
  );
  const statements = [
    ...(await planAcceptance(client, await listParts(client))),
    ...(await planRights(client, tables.copied)),
  ];
  for (const statement of statements) await client.query(statement);
}

interface Call {
  readonly quoteId: string;
  /** The rows that stand in the tables before; said as their owner. */
  readonly before?: string;
  /** The number of its calls, all by the same key. */
  readonly times?: number;
  readonly sessionId?: string;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The answer of an acceptance and the rows it leaves, in a transaction that is rolled back; new ids are masked. */
async function accept(call: Call, isOnANode: boolean) {
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    if (isOnANode) await lay(client);
    if (call.before) await client.query(call.before);
    const { rows: sessions } = await client.query<{ id: string; at: Date }>(
      `select s.id, q.created_at as at from auth.sessions s, quotes q where s.user_id = $1 and q.user_id = $1 order by q.created_at desc limit 1`,
      [userId],
    );
    const { id, at } = sessions[0]!;
    const known = new Set((await readAll(client)).join().match(UUID));
    await client.query('set local role mohlat_api');
    const values = [
      userId,
      call.sessionId ?? id,
      at,
      'key',
      '\\x00',
      call.quoteId,
      null,
      null,
      '10.0.0.1',
      at,
    ];
    const answers: AcceptedRow[] = [];
    for (let nth = 0; nth < (call.times ?? 1); nth += 1)
      answers.push(...(await client.query<AcceptedRow>(ACCEPT_SQL, values)).rows);
    await client.query('reset role');
    const mask = (text: string) => text.replaceAll(UUID, (one) => (known.has(one) ? one : 'new'));
    return {
      said: answers.map(({ outcome, replayed, facts }) => mask(JSON.stringify({ outcome, replayed, facts }))),
      rows: (await readAll(client)).map(mask).toSorted(),
      // Where it does not stand, the server asks for it.
      jobs: (await countJobs(client)) + answers.filter((one) => !one.has_job).length,
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function readAll(client: pg.PoolClient): Promise<string[]> {
  const all: string[] = [];
  for (const name of [...tables.distributed, ...tables.copied]) {
    const { rows } = await client.query<{ text: string }>(`select to_jsonb(t)::text as text from ${name} t`);
    all.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  return all;
}

async function countJobs(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::integer as n from graphile_worker.jobs where task_identifier = 'payments.submit'",
  );
  return rows[0]!.n;
}

const quote = async (paise: number) => (await person.quote(cardId, paise)).quoteId;

test.each<[string, () => Promise<Call>, string]>([
  ['a quote', async () => ({ quoteId: await quote(100_000) }), 'accepted'],
  ['the same call again', async () => ({ quoteId: await quote(100_000), times: 2 }), 'accepted'],
  [
    'a bill that was asked for',
    async () => ({
      quoteId: await quote((await person.ok<Bill>('POST', `/cards/${cardId}/bill`)).amountDuePaise),
    }),
    'accepted',
  ],
  ['a quote that there is not', async () => ({ quoteId: randomUUID() }), 'not_found'],
  [
    'a session that there is not',
    async () => ({ quoteId: await quote(100_000), sessionId: randomUUID() }),
    'ended',
  ],
  [
    'a guarded account',
    async () => ({
      quoteId: await quote(100_000),
      before: "update auth.users set guarded_at = '2026-01-01'",
    }),
    'account_guarded',
  ],
  [
    'a float that is short',
    async () => ({ quoteId: await quote(100_000), before: 'update float_state set is_short = true' }),
    'payments_paused',
  ],
  [
    'payments that staff paused',
    async () => ({
      quoteId: await quote(100_000),
      before:
        "insert into capability_pauses (id, capability, started_at, started_by, reason) values (new_id(), 'bill_payments', '2026-01-01', new_id(), 'The rail pays twice')",
    }),
    'payments_paused',
  ],
  [
    'a limit that is used up',
    async () => ({
      quoteId: await quote(100_000),
      before: 'update credit_accounts set reserved_paise = limit_paise',
    }),
    'amount_exceeds_limit',
  ],
  [
    'a consent that was taken back',
    async () => ({
      quoteId: await quote(100_000),
      before: "update consents set withdrawn_at = '2100-01-01'",
    }),
    'consent_withdrawn',
  ],
])(
  'given %s, an acceptance on a node answers and leaves what one PostgreSQL does',
  async (_, make, outcome) => {
    const call = await make();
    const here = await accept(call, false);
    expect(here.said.at(-1)).toContain(`"outcome":"${outcome}"`);
    expect(await accept(call, true)).toEqual(here);
  },
);

test('given an acceptance that looks at its session otherwise, the layout refuses to make one for a node', async () => {
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ text: string }>(
      "select replace(pg_get_functiondef(oid), 'auth.session_state', 'auth.another_state') as text from pg_proc where proname = 'accept_quote' and pronargs = 11",
    );
    await client.query(rows[0]!.text);
    await client.query(STANDING_IN);
    await expect(planAcceptance(client, [])).rejects.toThrow('accept_quote does not say');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
