import { randomUUID } from 'node:crypto';
import type { AnswerOf, getAdminSettings, Problem, putSettings, SettingsContent } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crediting, PDF } from './crediting.ts';
import { brokenInvariants, startTestServer, type TestServer } from './harness.ts';
import { type Person, type Reply, until } from './person.ts';
import { idOf, type Lock, lockOf, passWhileWaiting } from './racing.ts';
import { promote } from './recordings.ts';
import { type Loan, repaying } from './repaying.ts';
import { moveTo, signInAgain, somebody } from './steps.ts';

/** Requests that wait for a lock until what they ask for is too late: they are judged by the time under the lock. */
let server: TestServer;
let maker: Person;
let checker: Person;
let loan: Loan;
const { w2 } = repaying(() => server);
const { applicant, offered, answer } = crediting(() => server);

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2029-01-15T06:00:00Z' });
  [maker, checker] = [await somebody(server).signUp(), await somebody(server).signUp()];
  loan = await w2(2029);
});
afterAll(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  await server.stop();
});

async function at(instant: string): Promise<void> {
  await moveTo(server, instant);
  for (const person of [maker, checker, loan.person]) await signInAgain(person);
  for (const staff of [maker, checker]) await promote(server, staff);
}

const said = ({ status, body }: Reply<unknown>) => [status, (body as Problem).code];
/** Has a request wait for a lock until an instant. */
const late = <T>(lock: Lock, request: () => Promise<T>, instant: string) =>
  passWhileWaiting(server, lock, request, () => moveTo(server, instant));
const ofPayment = <T = unknown>(what: string, body: object) =>
  maker.call<T>('POST', `/admin/payments/${loan.id}/${what}`, body, { 'idempotency-key': randomUUID() });

test('LEND-24: given a proposal that ends while its approval waits, when it is decided, then it has expired', async () => {
  await at('2029-03-22T06:00:00Z');
  const { body } = await ofPayment<{ approvalId: string }>('settlements', {
    agreedPaise: 100_000,
    payBy: '2029-04-20',
    reason: 'Pays from savings',
  });
  const { approvalId: id } = body;
  const approve = () => checker.call('POST', `/admin/approvals/${id}`, { decision: 'approve' });
  expect(said(await late(lockOf.proposal(id), approve, '2029-03-29T07:00:00Z'))).toEqual([
    409,
    'approval_expired',
  ]);
});

test('LEND-24: given a waiver that waits past midnight, when it is granted, then it counts for the new day', async () => {
  await at('2029-03-29T18:29:00Z');
  const waive = () => ofPayment('waivers', { component: 'penal', amountPaise: 100, reason: 'Goodwill' });
  const reply = await late(lockOf.credit(await idOf(loan.person)), waive, '2029-03-29T18:31:00Z');
  expect(reply).toMatchObject({ status: 200, body: { status: 'waived', waivedPaise: 100 } });
  const waivers = await server.sql.query(
    'select effective_on::text as "on" from waivers where loan_id = $1',
    [loan.id],
  );
  expect(waivers.rows).toEqual([{ on: '2029-03-30' }]);
});

test('LEND-24: given an approved waiver that waits past midnight, then it counts for the new day', async () => {
  await at('2029-03-30T18:29:00Z');
  const { body } = await ofPayment<{ approvalId: string }>('waivers', {
    component: 'penal',
    amountPaise: 50_000,
    reason: 'Their bank was closed',
  });
  const approve = () => checker.call('POST', `/admin/approvals/${body.approvalId}`, { decision: 'approve' });
  const reply = await late(lockOf.credit(await idOf(loan.person)), approve, '2029-03-30T18:31:00Z');
  expect(reply.status).toBe(200);
  const waivers = await server.sql.query(
    'select effective_on::text as "on" from waivers where loan_id = $1 and approval_id is not null',
    [loan.id],
  );
  expect(waivers.rows).toEqual([{ on: '2029-03-31' }]);
});

test('LEND-P1: given an offer that ends while its acceptance waits, when it is accepted, then it has expired', async () => {
  await at('2029-04-01T06:00:00Z');
  const person = await applicant();
  const offer = await offered(person);
  const accept = () => answer(person, offer.id, 'accept');
  const until31Days = '2029-05-02T06:00:00Z';
  expect(said(await late(lockOf.credit(await idOf(person)), accept, until31Days))).toEqual([
    409,
    'offer_expired',
  ]);
});

const SETTINGS_LOCK: Lock = { text: 'select pg_advisory_xact_lock(715004)', values: [] };
const reason = 'Decided on Monday';

/** Sets quieter reminders from an instant on. */
async function put(startsAt: string, lock?: Lock): Promise<Reply<AnswerOf<typeof putSettings>>> {
  const { inForce, newestVersion } = await maker.ok<AnswerOf<typeof getAdminSettings>>(
    'GET',
    '/admin/settings',
  );
  const content: SettingsContent = { ...inForce.content, remindersOff: ['before_7'] };
  const request = () =>
    maker.call<AnswerOf<typeof putSettings>>('PUT', '/admin/settings', {
      baseVersion: newestVersion,
      content,
      startsAt,
      reason,
    });
  return lock ? late(lock, request, new Date(Date.parse(startsAt) + 1000).toISOString()) : request();
}

test('LEND-S6: given settings whose start passes while they wait, then they are refused: nothing holds backwards', async () => {
  await at('2029-05-03T06:00:00Z');
  await promote(server, maker, { roles: ['admin'] });
  expect(said(await put('2029-05-03T07:00:00Z', SETTINGS_LOCK))).toEqual([422, 'validation_failed']);
});

test('LEND-S6: given settings that begin while their withdrawal waits, then they stand', async () => {
  await at('2029-05-04T06:00:00Z');
  await promote(server, maker, { roles: ['admin'] });
  const { version } = (await put('2029-05-04T07:00:00Z')).body;
  const withdraw = () => maker.call('POST', `/admin/settings/versions/${version}/withdraw`, { reason });
  expect(said(await late(SETTINGS_LOCK, withdraw, '2029-05-04T07:00:01Z'))).toEqual([409, 'settings_begun']);
});

/** The bank of a payer demands back a repayment of a thousand rupees, or a part of it. */
async function disputed(amountPaise?: number): Promise<string> {
  const { id: repaymentId } = await loan.person.repay(loan.id, 100_000);
  const { rows } = await server.sql.query<{ ref: string }>(
    'select provider_payment_ref as ref from repayments where id = $1',
    [repaymentId],
  );
  const act = { what: 'dispute_payment', paymentId: rows[0]!.ref, amountPaise };
  const { disputeId } = await server.control<{ disputeId: string }>('POST', '/act', act);
  return disputeId;
}

/** The id of what stands about a dispute, once it does. */
const untilFound = (query: string, disputeId: string) =>
  until(async () => (await server.sql.query<{ id: string }>(query, [disputeId])).rows[0]?.id);

test('LEND-16 journal 34: given an answer to a bank that waits past its last instant, then it is too late', async () => {
  await at('2029-05-05T06:00:00Z');
  const disputeId = await disputed();
  const id = await untilFound('select id from chargebacks where dispute_ref = $1', disputeId);
  const path = `/admin/chargebacks/${id}`;
  const form = new FormData();
  form.set('name', 'Receipt');
  form.set('file', new Blob([new Uint8Array(PDF)]), 'receipt.pdf');
  const headers = { authorization: `Bearer ${maker.token}` };
  const sent = await fetch(`${server.url}/api/v1${path}/evidence`, { method: 'POST', headers, body: form });
  expect(sent.status).toBe(201);
  const lock = { text: 'select 1 from chargebacks where dispute_ref = $1 for update', values: [disputeId] };
  const summary = 'The card bill was paid on the day the person asked for it; the receipt is attached.';
  const represent = () => maker.call('POST', `${path}/representation`, { summary });
  expect(said(await late(lock, represent, '2029-05-13T06:00:00Z'))).toEqual([409, 'chargeback_late']);
});

test('LEND-21: given a difference whose clearing waits past midnight, then it counts for the new day', async () => {
  await at('2029-05-14T06:00:00Z');
  const disputeId = await disputed(40_000);
  await server.control('POST', '/act', { what: 'dispute_verdict', disputeId, verdict: 'lost' });
  const id = await untilFound('select id from reconciliation_breaks where reference = $1', disputeId);
  await at('2029-05-14T18:29:00Z');
  const body = { resolution: 'rail_returned', note: 'statement of the bank' };
  const resolve = () => maker.call('POST', `/admin/reconciliation/breaks/${id}/resolve`, body);
  expect((await late(lockOf.credit(await idOf(loan.person)), resolve, '2029-05-14T18:31:00Z')).status).toBe(
    200,
  );
  const { rows } = await server.sql.query(
    'select ist_date(resolved_at)::text as "on" from reconciliation_breaks where id = $1',
    [id],
  );
  expect(rows).toEqual([{ on: '2029-05-15' }]);
});
