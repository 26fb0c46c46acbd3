import { randomUUID } from 'node:crypto';
import type { Problem } from '@mohlat/contract';
import { addDays, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let maker: Person;
let checker: Person;
const { aLoan, w2, onDay } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
  [maker, checker] = [await somebody(server).signUp(), await somebody(server).signUp()];
  for (const staff of [maker, checker]) await promote(server, staff);
});
afterAll(() => server.stop());

const reason = 'They lost their work';
const propose = ({ id }: Loan, what: 'settlements' | 'write-offs', body: object = {}) =>
  maker.call<{ approvalId: string } & Problem>(
    'POST',
    `/admin/payments/${id}/${what}`,
    { reason, ...body },
    { 'idempotency-key': randomUUID() },
  );

test('LEND-24: while a lower sum is agreed, no other one is', async () => {
  const loan = await aLoan(300_000);
  const offer = { agreedPaise: 100_000, payBy: addDays(istDate(server.now()), 14) };
  const { approvalId } = (await propose(loan, 'settlements', offer)).body;
  const decision = { decision: 'approve' };
  expect((await checker.call('POST', `/admin/approvals/${approvalId}`, decision)).status).toBe(200);
  const { status, body } = await propose(loan, 'settlements', offer);
  expect([status, body.code]).toEqual([409, 'settlement_exists']);
});

test('LEND-D5, LEND-24: a loan is proposed for writing off once at a time, from its 181st day late', async () => {
  const loan = await w2(2027);
  const onDayAsStaff = async (day: string) => {
    await onDay(loan, day);
    await promote(server, await signInAgain(maker));
  };
  await onDayAsStaff('2027-08-14');
  expect((await propose(loan, 'write-offs')).body.code).toBe('write_off_too_early');
  await onDayAsStaff('2027-08-15');
  expect((await propose(loan, 'write-offs')).status).toBe(202);
  const { status, body } = await propose(loan, 'write-offs');
  expect([status, body.code]).toEqual([409, 'approval_open']);
});
