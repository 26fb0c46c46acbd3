import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listRows, type Wanted } from './users.list.repo.ts';
import type { Tx } from '#platform/db/database.ts';
import { beginAsStaff } from '#test/acting.ts';
import { cloneDatabase } from '#test/database.ts';

const ACCOUNTS = 100_000;
/** Pages of eight kilobytes that a search may look at: the whole of the accounts is some thousands. */
const PAGES_MAX = 1200;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into auth.users (id, email, phone, email_confirmed_at, created_at, updated_at)
     select md5('u' || n)::uuid, 'person' || n || '@example.in', case when n % 50 > 0 then '91' || (9000000000 + n) end, now(),
       timestamptz '2026-01-01' + n * interval '1 minute', now()
     from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  );
  await client.query(
    `insert into profiles (user_id, full_name, pan_hash, mobile_sealed, mobile_hash, mobile_end_hash, created_at, updated_at)
     select md5('u' || n)::uuid,
       (array['Asha', 'Ravi', 'Meera', 'Kabir', 'Tara'])[1 + n % 5] || ' ' || 'Family' || n % 2000, sha256(('p' || n)::bytea),
       '\\x01', sha256(('m' || n)::bytea), sha256(('e' || right((9000000000 + n)::text, 4))::bytea), now(), now()
     from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  );
  await client.query(
    `insert into kyc_records (user_id, pan_status, aadhaar_status, updated_at)
     select md5('u' || n)::uuid, 'verified', case when n % 3 = 0 then 'pending' else 'verified' end, now()
     from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  );
  await client.query(
    `insert into credit_accounts (user_id, updated_at) select md5('u' || n)::uuid, now()
     from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  );
  await client.query(
    `update auth.users set banned_until = now() + interval '1 year' where id in (md5('u7')::uuid, md5('u99000')::uuid)`,
  );
  for (const table of ['auth.users', 'profiles', 'kyc_records', 'credit_accounts'])
    // Vacuumed too: what an index of words has only noted down so far would be read page by page.
    await client.query(`vacuum analyze ${table}`);
  await beginAsStaff(client, randomUUID());
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const hashOf = (text: string) => createHash('sha256').update(text).digest();

interface Plan {
  readonly Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>;
}

/** Runs a list as the server does; answers what it found and how many pages of the database it looked at. */
async function look(
  wanted: Wanted | undefined,
  page: { state?: 'blocked'; kyc?: 'open'; isOverdue?: true; cursor?: string } = {},
) {
  let pages = 0;
  const tx = {
    call: async (text: string, values: unknown[]) => {
      const explained = await client.query<{ 'QUERY PLAN': readonly Plan[] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      const { Plan: plan } = explained.rows[0]!['QUERY PLAN'][0]!;
      pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return (await client.query(text, values)).rows as object[];
    },
  } as unknown as Tx;
  const rows = await listRows(tx, wanted, { limit: 20, ...page }, new Date());
  return { rows, pages };
}

const placeOf = (row: { created_at: Date; id: string }) =>
  Buffer.from(JSON.stringify([row.created_at.toISOString(), row.id])).toString('base64url');

describe('among a hundred thousand accounts', () => {
  test.each<[string, Wanted | undefined, Parameters<typeof look>[1], number]>([
    ['the newest', undefined, {}, 21],
    ['an address', { by: 'email', email: 'person4711@example.in' }, {}, 1],
    ['how an address begins, not at all', { by: 'email', email: 'person4711@' }, {}, 0],
    ['a mobile', { by: 'mobile', digits: '9000004711', hash: hashOf('none') }, {}, 1],
    ['the mobile of an Aadhaar', { by: 'mobile', digits: '1', hash: hashOf('m4711') }, {}, 1],
    ['the end of a mobile', { by: 'mobile_end', digits: '4711', hash: hashOf('e4711') }, {}, 10],
    // One account in fifty has no number of its own.
    [
      'the end of the mobile of an Aadhaar',
      { by: 'mobile_end', digits: '4750', hash: hashOf('e4750') },
      {},
      10,
    ],
    ['the end of a mobile that nobody has', { by: 'mobile_end', digits: 'x', hash: hashOf('none') }, {}, 0],
    ['the beginning of a name', { by: 'words', words: 'asha family1990' }, {}, 21],
    ['a word of a name', { by: 'words', words: 'family1990' }, {}, 21],
    ['how an address begins, among names neither', { by: 'words', words: 'person9999' }, {}, 0],
    ['who is blocked', undefined, { state: 'blocked' }, 2],
    ['whose KYC is open', undefined, { kyc: 'open' }, 21],
    ['who is overdue', undefined, { isOverdue: true }, 0],
  ])('%s is found without looking at all of them', async (_, wanted, page, found) => {
    const { rows, pages } = await look(wanted, page);
    expect(rows).toHaveLength(found);
    expect(pages).toBeLessThan(PAGES_MAX);
  });

  test('a PAN and an id are found by their key', async () => {
    const { rows } = await client.query<{ pan_hash: Buffer; user_id: string }>(
      `select pan_hash, user_id from profiles where user_id = md5('u4711')::uuid`,
    );
    const { pan_hash: hash, user_id: id } = rows[0]!;
    for (const wanted of [{ by: 'pan', hash } as const, { by: 'id', id } as const]) {
      const found = await look(wanted);
      expect(found.rows.map((row) => row.id)).toEqual([id]);
      expect(found.pages).toBeLessThan(50);
    }
  });

  test('a page far behind costs what the first one does', async () => {
    const { rows } = await client.query<{ created_at: Date; id: string }>(
      'select created_at, id from auth.users order by created_at, id offset 500 limit 1',
    );
    const far = await look(undefined, { cursor: placeOf(rows[0]!) });
    expect(far.rows).toHaveLength(21);
    expect(far.pages).toBeLessThan(PAGES_MAX);
  });
});
