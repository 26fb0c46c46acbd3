import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRequest } from '#test/belongings.ts';
import { PDF } from '#test/crediting.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { handIn, promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

/** Addresses that tell of no person's account: figures, terms, the staff themselves. */
const ABOUT_NOBODY: readonly string[] = [
  '/admin/books',
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
  await layOut(userId, { paymentId: ids['payments'], repaymentId: repayment.id });
});
afterAll(() => server.stop());

/** One row of every list that people seldom come to stand in. */
async function layOut(userId: string, of: { readonly paymentId: string; readonly repaymentId: string }) {
  const approval = await server.sql.query<{ id: string }>(
    `insert into approvals (kind, object_id, subject_id, payload, reason, proposed_by, proposed_at, expires_at)
     values ('account_unblock', $1, $1, '{}', 'New phone', $2, now(), now() + interval '7 days') returning id`,
    [userId, randomUUID()],
  );
  ids['approvals'] = approval.rows[0]!.id;
  ids['hardships'] = randomUUID();
  await server.sql.query(
    `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
     values ($1, $2, $3, 'illness', now(), ist_date(now()), ist_date(now()) + 29)`,
    [userId, ids['hardships'], of.paymentId],
  );
  const suspended = await idOf(await somebody(server).ready());
  await server.sql.query(
    "update credit_accounts set state = 'suspended', state_reason = 'arrears' where user_id = $1",
    [suspended],
  );
  const difference = await server.sql.query<{ id: string }>(
    `insert into reconciliation_breaks (user_id, payment_id, kind, detail, opened_at) values ($1, $2, 'amount', '{}', now())
     returning id`,
    [userId, of.paymentId],
  );
  ids['breaks'] = difference.rows[0]!.id;
  ids['chargebacks'] = randomUUID();
  await server.sql.query(
    `insert into chargebacks (user_id, id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at)
     values ($1, $2, $3, $4, 'disp_1', 100000, 'chargeback', 'open', now())`,
    [userId, ids['chargebacks'], of.repaymentId, of.paymentId],
  );
  ids['evidence'] = await handDocument(`/admin/chargebacks/${ids['chargebacks']}/evidence`);
  const receipt = await server.sql.query<{ id: string }>(
    `insert into unidentified_receipts (provider, payment_ref, amount_paise, is_credit_source, received_at, value_on, status,
       return_on, created_at)
     values ('razorpay', 'pay_1', 100000, false, now(), ist_date(now()), 'held', ist_date(now()) + 30, now())
     returning id`,
  );
  ids['receipts'] = receipt.rows[0]!.id;
  await server.sql.query(
    `insert into testimonials (user_id, payment_id, quote, language, given_at)
     values ($1, $2, 'The total was the total I had seen before.', 'en', now())`,
    [userId, of.paymentId],
  );
  await server.sql.query(
    `insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, kind, entity_ref, amount_paise, fee_paise,
       tax_paise, credit_paise, debit_paise, occurred_at, read_at, state)
     values ('razorpay', '\\x01', ist_date(now()), 'setl_1', 'other', 'adj_1', 100, 0, 0, 100, 0, now(), now(), 'differs')`,
  );
  await server.sql.query(
    `insert into settlement_reads (provider, read_on, final_through_on, row_count, read_at)
     values ('razorpay', ist_date(now()), ist_date(now()) - 1, 1, now())`,
  );
  await server.sql.query('insert into restores (restored_at, through_at) values (now(), now())');
}

async function handDocument(path: string): Promise<string> {
  const form = new FormData();
  form.set('name', 'Receipt');
  form.set('file', new Blob([new Uint8Array(PDF)]), 'receipt.pdf');
  const headers = { authorization: `Bearer ${staff.token}` };
  const response = await fetch(`${server.url}${API}${path}`, { method: 'POST', headers, body: form });
  const { evidence } = (await response.json()) as { evidence: { id: string }[] };
  return evidence[0]!.id;
}

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
