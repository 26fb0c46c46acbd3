import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRequest } from '#test/belongings.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { layOut } from '#test/laying-out.ts';
import type { Person } from '#test/person.ts';
import { handIn, promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

/** Addresses that tell of no person's account: figures, terms, the staff themselves. */
const ABOUT_NOBODY: readonly string[] = [
  '/admin/bank-movements',
  '/admin/books',
  '/admin/bureau-reports',
  '/admin/me',
  '/admin/overview',
  '/admin/reconciliation/reads',
  '/admin/restores',
  '/admin/settings',
  '/admin/settings/versions',
  '/admin/staff',
];

/** The query of an address that shows no rows without one. */
const ASKED: Readonly<Record<string, string>> = {
  '/admin/books/ledger': 'from=2026-01-01&to=2026-01-31',
  '/admin/books/tax-documents': 'from=2026-01-01&to=2026-01-31',
  '/admin/settlements': 'state=differs',
};

const API = '/api/v1';

let server: TestServer;
let staff: Person;
let staffId: string;
/** Something to look at under each kind of thing that has an id in a path. */
const ids: Record<string, string> = {};

const idOf = async (person: Person) => (await person.ok<{ id: string }>('GET', '/me')).id;

beforeAll(async () => {
  server = await startTestServer();
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
  staff = await promote(server, await somebody(server).signUp());
  staffId = await idOf(staff);
  const asha = await somebody(server).ready();
  const userId = await idOf(asha);
  ids['users'] = userId;
  ids['payments'] = (await asha.pay((await asha.addCard()).id, 300_000)).id;
  await asha.untilBill(ids['payments'], 'paid');
  const repayment = await asha.repay(ids['payments'], 100_000);
  await handIn(asha);
  const { rows } = await server.sql.query<{ id: string }>(
    "select id from reviews where user_id = $1 and status = 'open'",
    [userId],
  );
  ids['reviews'] = rows[0]!.id;
  ids['messages'] = await aRequest(asha);
  await staff.ok('POST', `/admin/users/${userId}/notes`, { text: 'Called about the first bill' });
  const of = { userId, paymentId: ids['payments'], repaymentId: repayment.id };
  Object.assign(ids, await layOut(server, staff, of));
});
afterAll(() => server.stop());

async function pathsOfStaff(): Promise<string[]> {
  const response = await fetch(`${server.url}${API}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, object>> };
  return Object.entries(paths)
    .filter(([path, methods]) => path.startsWith(`${API}/admin/`) && methods['get'] !== undefined)
    .map(([path]) => path.slice(API.length));
}

async function countRows(): Promise<number> {
  const { rows } = await server.sql.query<{ count: number }>(
    'select count(*)::int as count from audit_log where actor_id = $1',
    [staffId],
  );
  return rows[0]!.count;
}

/** Answers the number of audit rows that a look left, or why there was nothing to look at. */
async function look(path: string): Promise<number | string> {
  const query = ASKED[path];
  const place = path.replaceAll(/([a-z-]+)\/\{\w+\}/g, (_, of: string) => `${of}/${ids[of]}`);
  const before = await countRows();
  const reply = await staff.call<{ items?: readonly object[] }>(
    'GET',
    query === undefined ? place : `${place}?${query}`,
  );
  if (reply.status !== 200) return `answered ${reply.status}: give it something to find`;
  if (reply.body.items?.length === 0) return 'an empty list: lay out something to see';
  return (await countRows()) - before;
}

test('LEND-24: every look of staff at what belongs to a person is one row of the audit log', async () => {
  const paths = await pathsOfStaff();
  expect(paths.length).toBeGreaterThan(20);
  expect(paths).toEqual(expect.arrayContaining([...ABOUT_NOBODY]));
  const left: Record<string, number | string> = {};
  for (const path of paths) left[path] = await look(path);
  expect(left).toEqual(Object.fromEntries(paths.map((path) => [path, ABOUT_NOBODY.includes(path) ? 0 : 1])));
});
