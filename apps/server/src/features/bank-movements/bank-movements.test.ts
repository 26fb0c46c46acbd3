import type { AnswerOf, ApprovalItem, getApproval, listBankMovements, Problem } from '@mohlat/contract';
import { addDays, businessDate, istDate } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import type { Person, Reply } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { balances, drained, somebody } from '#test/steps.ts';

let server: TestServer;
let maker: Person;
let checker: Person;

beforeAll(async () => {
  server = await startTestServer();
  const payer = await somebody(server).ready();
  const { id } = await payer.pay((await payer.addCard()).id, 300_000);
  await payer.untilBill(id, 'paid');
  await drained();
  maker = await promote(server, await somebody(server).signUp(), { roles: ['finance'] });
  checker = await promote(server, await somebody(server).signUp(), { roles: ['finance'] });
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];
const today = () => istDate(server.now());
type Asked = { readonly approvalId: string };
const movement = (change: object = {}) => ({
  kind: 'funding_in',
  amountPaise: 50_000_000,
  valueOn: today(),
  reference: 'UTR/100',
  reason: 'It stands on the statement of the bank',
  ...change,
});
const propose = (change: object = {}, by = maker) =>
  by.call<Asked>('POST', '/admin/bank-movements', movement(change));
const back = (id: string) =>
  maker.call<Asked>('POST', `/admin/bank-movements/${id}/reversal`, { reason: 'The sum was mistyped' });
const decide = (id: string, by = checker, decision = 'approve') =>
  by.call<ApprovalItem>('POST', `/admin/approvals/${id}`, { decision });
const listed = async () =>
  (await maker.ok<AnswerOf<typeof listBankMovements>>('GET', '/admin/bank-movements')).items;

/** Proposes and approves; answers the newest movement. */
async function book(change: object) {
  const { body } = await propose(change);
  expect((await decide(body.approvalId)).status).toBe(200);
  return (await listed())[0]!;
}

/** The change of each account that some work brings. */
async function moved(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances(server);
  await work();
  const after = await balances(server);
  const codes = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = codes.map((code) => [code, (after[code] ?? 0) - (before[code] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, paise]) => paise !== 0));
}

test('LEND-16, LEND-24: given money that the lender puts in, when two people say so, then it is booked once', async () => {
  const { body, status } = await propose();
  expect(status).toBe(202);
  expect(said(await propose({ reference: 'utr/100' }))).toEqual([202, undefined]);
  expect(said(await propose())).toEqual([409, 'approval_open']);
  expect(said(await decide(body.approvalId, maker))).toEqual([403, 'second_person_required']);
  const seen = await checker.ok<AnswerOf<typeof getApproval>>('GET', `/admin/approvals/${body.approvalId}`);
  expect(seen.isCurrent).toBe(true);
  expect(seen.facts).toEqual([
    { code: 'movement', value: 'funding_in' },
    { code: 'amount_paise', value: 50_000_000 },
    { code: 'value_on', value: today() },
    { code: 'reference', value: 'UTR/100' },
  ]);
  const changed = await moved(async () => expect((await decide(body.approvalId)).status).toBe(200));
  expect(changed).toEqual({ A100: 50_000_000, Q600: -50_000_000 });
  expect(await listed()).toMatchObject([
    { kind: 'funding_in', amountPaise: 50_000_000, reference: 'UTR/100', approvalId: body.approvalId },
  ]);
  expect(said(await propose({ reference: 'utr/100' }))).toEqual([409, 'movement_booked']);
});

test('LEND-24: given two proposals of one reference in other letters, when one is booked, then the other is stale', async () => {
  const { items } = await checker.ok<{ items: ApprovalItem[] }>('GET', '/admin/approvals?kind=bank_movement');
  expect(said(await decide(items[0]!.id))).toEqual([409, 'approval_stale']);
  expect((await decide(items[0]!.id, checker, 'reject')).body.status).toBe('rejected');
  expect(await listed()).toHaveLength(1);
});

test('LEND-16: given tax that is owed, when more of it is paid, then that is refused; all of it is booked', async () => {
  const owed = await balances(server);
  const [head, account] = owed['L332'] ? ['igst_paid', 'L332'] : ['cgst_paid', 'L330'];
  const owedPaise = -owed[account]!;
  expect(owedPaise).toBeGreaterThan(0);
  const tax = { kind: head, reference: 'CPIN1' };
  expect(said(await propose({ ...tax, amountPaise: owedPaise + 1 }))).toEqual([409, 'tax_not_owed']);
  const changed = await moved(() => book({ ...tax, amountPaise: owedPaise }));
  expect(changed).toEqual({ [account]: owedPaise, A100: -owedPaise });
  expect(said(await propose({ kind: head, reference: 'CPIN2', amountPaise: 1 }))).toEqual([
    409,
    'tax_not_owed',
  ]);
});

test.each([
  ['tomorrow', 1],
  ['more than a year ago', -367],
])('LEND-16: given a value date of %s, then no movement is proposed', async (_, days) => {
  const valueOn = addDays(businessDate(today()), days);
  expect(said(await propose({ reference: 'UTR200', valueOn }))).toEqual([422, 'validation_failed']);
});

test('LEND-16: given a movement, when it is taken back, then its mirror stands, once, and its reference is free', async () => {
  const wrong = await book({ kind: 'top_up', reference: 'UTR300', amountPaise: 10_000 });
  const first = await back(wrong.id);
  expect(said(await back(wrong.id))).toEqual([409, 'approval_open']);
  const changed = await moved(() => decide(first.body.approvalId));
  expect(changed).toEqual({ A100: 10_000, A105: -10_000 });
  expect((await listed())[0]).toMatchObject({ id: wrong.id, takenBackAt: expect.any(String) as string });
  expect(said(await back(wrong.id))).toEqual([409, 'movement_taken_back']);
  expect(await moved(() => book({ kind: 'top_up', reference: 'UTR300', amountPaise: 100_000 }))).toEqual({
    A100: -100_000,
    A105: 100_000,
  });
});

test('LEND-24: given a role beside finance, then no movement is proposed', async () => {
  const support = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
  expect(said(await propose({}, support))).toEqual([403, 'role_required']);
});
