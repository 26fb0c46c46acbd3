import { type Endpoint, ENDPOINTS, STAFF_ROLES } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aMandate, aRequest } from './belongings.ts';
import { double, older } from './doubling.ts';
import { idOf } from './erasing.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { layOut } from './laying-out.ts';
import type { Person } from './person.ts';
import { handIn, promote } from './recordings.ts';
import { signInAgain, somebody } from './steps.ts';
import { drained } from './waiting.ts';

/** Every call that answers a list: it reads, and its answer has items. */
const LISTS: readonly Endpoint[] = Object.values<Endpoint>(ENDPOINTS).filter(
  ({ method, answer }) =>
    method === 'GET' && answer instanceof z.ZodObject && answer.shape['items'] instanceof z.ZodArray,
);

/** The query of a list that shows no rows without one, or other ones at each look. */
const ASKED: Readonly<Record<string, string>> = {
  // Rows of one action: a look at the log is a row of it.
  listAudit: 'action=note.written',
  listSettlementRows: 'state=differs',
};

let server: TestServer;
let asha: Person;
let staff: Person;
/** The object that a path with an id is about. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
  staff = await promote(server, await somebody(server).signUp(), { roles: [...STAFF_ROLES] });
  await promote(server, await somebody(server).signUp());
  asha = await somebody(server).ready();
  const userId = await idOf(asha);
  ids['users'] = userId;
  const card = await asha.addCard();
  await asha.addCard('4039', 'ICICI Bank');
  ids['payments'] = (await asha.pay(card.id, 300_000, 3)).id;
  const other = await asha.pay(card.id, 400_000);
  for (const id of [ids['payments'], other.id]) await asha.untilBill(id, 'paid');
  const repayment = await asha.repay(ids['payments'], 20_000);
  await asha.repay(other.id, 20_000);
  for (const id of [ids['payments'], other.id]) await aMandate(asha, id);
  for (let times = 0; times < 2; times += 1) {
    await aRequest(asha);
    await asha.ok('POST', `/payments/${ids['payments']}/receipt-links`);
    await staff.ok('POST', `/admin/users/${userId}/notes`, { text: 'Called about the first bill' });
  }
  await asha.ok('POST', `/payments/${ids['payments']}/repay-links`);
  await handIn(asha);
  await layOut(server, staff, { userId, paymentId: ids['payments'], repaymentId: repayment.id });
  await signInAgain(asha);
  await asha.linkAccount();
  await drained();
  await writeRows(userId, other.id);
});
afterAll(() => server.stop());

/** Rows that time or other parties bring, and seconds of those that seldom come. */
async function writeRows(userId: string, otherPayment: string): Promise<void> {
  await server.sql.query(
    `insert into referrals (user_id, referred_id, created_at)
     select $1, gen_random_uuid(), date_trunc('milliseconds', now()) - n * interval '1 minute' from generate_series(1, 2) n`,
    [userId],
  );
  await server.sql.query(
    `insert into rewards (user_id, kind, amount_paise, loan_id, number, earned_on, earned_at, expires_on)
     select $1, 'cashback', 100, $2, n, current_date, date_trunc('milliseconds', now()) - n * interval '1 minute', current_date + 90
     from generate_series(1, 2) n`,
    [userId, otherPayment],
  );
  await server.sql.query(
    `insert into anchors (number, day_on, made_at, journal_count, journal_root_hash, journal_blocks, audit_count, audit_root_hash,
       audit_through, previous_hash, key_id, signature, kept_at)
     select n, date '2026-01-01' + n, now(), 0, sha256('j'), '{}', 0, sha256('a'), 0, sha256('p'), 'k', sha256('s'), now()
     from generate_series(1, 2) n`,
  );
  await server.sql.query(
    `insert into rail_days (rail, day_on, next_read_at, last_read_at) values ('billpay', '2026-01-02', null, now())
     on conflict (rail, day_on) do update set last_read_at = excluded.last_read_at`,
  );
  const own = `user_id = '${userId}'`;
  const payment = `'payment_id', '${otherPayment}'::uuid`;
  await double(server.sql, [
    { table: 'credit_assessments', where: own, changed: older('at') },
    {
      table: 'bank_accounts',
      where: own,
      changed: older('created_at', ", 'fingerprint', '\\x0' || n, 'is_default', false"),
    },
    { table: 'approvals', changed: older('proposed_at', ", 'object_id', gen_random_uuid()") },
    { table: 'reconciliation_breaks', changed: older('opened_at', ", 'payment_id', gen_random_uuid()") },
    { table: 'chargebacks', changed: older('opened_at', ", 'dispute_ref', 'disp' || n") },
    {
      table: 'bank_movements',
      changed: older('booked_at', ", 'source_id', gen_random_uuid(), 'reference', 'copy' || n"),
    },
    { table: 'bureau_reports', changed: older('made_at', ", 'as_on', old.as_on - n") },
    { table: 'unidentified_receipts', changed: older('created_at', ", 'payment_ref', 'copy' || n") },
    {
      table: 'settlement_rows',
      where: "state = 'differs'",
      changed: older('read_at', ", 'row_hash', '\\x0' || (n + 1), 'entity_ref', 'adj' || n"),
    },
    { table: 'restores', changed: older('restored_at', ", 'through_at', old.through_at - interval '1 day'") },
    { table: 'settings', changed: "jsonb_build_object('version', 100 + n)" },
  ]);
  await double(
    server.sql,
    [
      { table: 'hardships', changed: older('created_at', `, 'loan_id', '${otherPayment}'::uuid`) },
      {
        table: 'reviews',
        where: "status = 'open'",
        changed: older('created_at', ", 'kind', 'income', 'subject_id', gen_random_uuid()"),
      },
      { table: 'testimonials', changed: older('given_at', `, ${payment}`) },
      { table: 'repay_links', changed: older('created_at', ", 'instalment', 2") },
    ],
    1,
  );
  await server.sql.query(
    `update credit_accounts set state = 'suspended', state_reason = 'arrears' where user_id = $1`,
    [await idOf(await somebody(server).ready())],
  );
  // A statement is of each month since the first journal.
  const client = await server.sql.connect();
  await client.query('set session_replication_role = replica');
  await client.query('update journals set posting_on = posting_on - 70 where user_id = $1', [userId]);
  await client.query('reset session_replication_role');
  client.release();
}

interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

const callerOf = ({ access }: Endpoint) => (access === 'admin' ? staff : asha);

function pathOf({ name, path }: Endpoint, query: Record<string, string>): string {
  const filled = path.replaceAll(/\/(\w+)\/\{\w+\}/g, (_, kind: string) => `/${kind}/${ids[kind]}`);
  const asked = new URLSearchParams(ASKED[name]);
  for (const [key, value] of Object.entries(query)) asked.set(key, value);
  return `${filled}?${asked.toString()}`;
}

const read = (list: Endpoint, query: Record<string, string>) =>
  callerOf(list).ok<Page>('GET', pathOf(list, query));

/** Walks through a list a row at a time. A list that does not go on, or never ends, ends here. */
async function walk(list: Endpoint, most: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await read(list, { limit: '1', ...(cursor === null ? {} : { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(1);
    seen.push(...page.items);
    ({ nextCursor: cursor } = page);
  } while (cursor !== null && seen.length <= most);
  return seen;
}

/** A cursor with its days and instants, and what stands in their place, moved to the year 0000; undefined where it has none. */
function withYearZero(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!text.startsWith('[')) return undefined;
  const moved = text
    .replaceAll(/"\d{4}(-\d{2}-\d{2}[T"])/g, '"0000$1')
    .replaceAll('null', '"0000-01-01T00:00:00.000Z"');
  return moved === text ? undefined : Buffer.from(moved).toString('base64url');
}

test('every list of the contract has pages', () => {
  const without = LISTS.filter(
    ({ query, answer }) =>
      !(query instanceof z.ZodObject) ||
      query.shape['limit'] === undefined ||
      query.shape['cursor'] === undefined ||
      (answer as z.ZodObject).shape['nextCursor'] === undefined,
  );
  expect(without.map(({ name }) => name)).toEqual([]);
  expect(LISTS.length).toBeGreaterThan(35);
});

describe.each(LISTS.map((list) => [list.name, list] as const))('%s', (_, list) => {
  test('given its pages of one, when they are walked, then each row is shown once and in its order', async () => {
    const { items, nextCursor } = await read(list, { limit: '100' });
    expect(nextCursor).toBeNull();
    expect(items.length, 'rows to walk through').toBeGreaterThanOrEqual(2);
    expect(await walk(list, items.length)).toEqual(items);
  });

  test('refuses a page of no size, one too large and a cursor that is none of ours', async () => {
    for (const query of [{ limit: '0' }, { limit: '101' }, { cursor: 'nonsense' }]) {
      const { status, body } = await callerOf(list).call<{ errors: { path: string }[] }>(
        'GET',
        pathOf(list, query),
      );
      expect([status, body.errors.map(({ path }) => path)]).toEqual([422, Object.keys(query)]);
    }
  });

  test('refuses a cursor of its own form with an instant that the database does not know', async () => {
    const { nextCursor } = await read(list, { limit: '1' });
    const cursor = withYearZero(nextCursor!);
    if (cursor === undefined) return;
    const { status, body } = await callerOf(list).call<{ errors: { path: string }[] }>(
      'GET',
      pathOf(list, { cursor }),
    );
    expect([status, body.errors.map(({ path }) => path)]).toEqual([422, ['cursor']]);
  });

  test('shows the usual number of rows where none is asked for', () => {
    const query = list.query as z.ZodType<{ limit: number }>;
    expect(query.parse({}).limit).toBe(20);
  });
});
