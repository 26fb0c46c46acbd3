import type { AnswerOf, SharedInstalment, shareInstalment, startSharedRepayment } from '@mohlat/contract';
import { addDays, businessDate, formatRupees, paise } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freezeBetween } from '#test/freezing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { idOf, untilWaiting } from '#test/racing.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, clearFaults, collected, drained, moveTo, signInAgain } from '#test/steps.ts';
import { asVisitor } from './repay-links.testing.ts';

let server: TestServer;
const { aLoan, begin, confirm, expectCollectionsAgree, payOrder, start } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  await expectCollectionsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const share = ({ person, id }: Loan) =>
  person.ok<AnswerOf<typeof shareInstalment>>('POST', `/payments/${id}/repay-links`);

const stranger = <T>(method: 'GET' | 'POST', token: string, path?: string, body?: object) =>
  asVisitor<T>(server, method, token, path, body);
const look = (token: string) => stranger<SharedInstalment>('GET', token);
const open = (token: string) => stranger<AnswerOf<typeof startSharedRepayment>>('POST', token, '/order');
const orderOf = async (token: string) => (await open(token)).body.orderId;

/** Opens the order of a link while another start of the loan goes on, and lets something happen before its turn comes. */
async function openAfter({ person, id }: Loan, token: string, meanwhile: () => Promise<unknown>) {
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `repayment start:${await idOf(person)}:${id}`,
    ]);
    const waiting = open(token);
    await untilWaiting(client);
    await meanwhile();
    await client.query('commit');
    return await waiting;
  } finally {
    client.release();
  }
}

describe('an instalment is taken once', () => {
  test('after an attempt that failed, the same order is tried again', async () => {
    const { token } = await share(await aLoan(900_000, 3));
    const first = await orderOf(token);
    await payOrder(first, 'failure@razorpay');
    await drained();
    expect(await orderOf(token)).toBe(first);
  });

  test('the person’s own start after an attempt that failed has the same order, too', async () => {
    const loan = await aLoan(900_000, 3);
    const first = await begin(loan, 312_000, 'failure@razorpay');
    await drained();
    const second = await begin(loan, 312_000);
    expect(second.orderId).toBe(first.orderId);
    await confirm(loan.person, second.id, second);
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 312_000);
  });

  test('a link in the place of another opens the order of the one it replaced', async () => {
    const loan = await aLoan(900_000, 3);
    const first = await orderOf((await share(loan)).token);
    expect(await orderOf((await share(loan)).token)).toBe(first);
  });

  test('a checkout that the person opened is the one of the link', async () => {
    const loan = await aLoan(900_000, 3);
    const { token, amountPaise } = await share(loan);
    const { orderId } = (await start(loan, amountPaise)).body.checkout!;
    expect(await orderOf(token)).toBe(orderId);
    await payOrder(orderId, 'success@razorpay');
    await drained();
    expect((await look(token)).body.state).toBe('paid');
  });
});

test('LEND-20: an attempt that is authorised late is not taken when another one has paid its order', async () => {
  const loan = await aLoan(900_000, 3);
  const { token, amountPaise } = await share(loan);
  const orderId = await orderOf(token);
  await payOrder(orderId, 'late@razorpay');
  await drained();
  await payOrder(orderId, 'success@razorpay');
  await advance(server, 'P1DT2H');
  await drained();
  await signInAgain(loan.person);
  const taken = (await collected(server)).filter(
    (one) => one.orderId === orderId && one.status === 'captured',
  );
  expect(taken).toHaveLength(1);
  expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - amountPaise);
});

describe('what changes while an order waits for its turn', () => {
  test('a link that is taken back opens none', async () => {
    const loan = await aLoan(900_000, 3);
    const { id, token } = await share(loan);
    const opened = await openAfter(loan, token, () => loan.person.ok('DELETE', `/repay-links/${id}`));
    expect(opened).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('an instalment that its person pays is not asked for', async () => {
    const loan = await aLoan(900_000, 3);
    const { token, amountPaise } = await share(loan);
    const own = await begin(loan, amountPaise + 100);
    const opened = await openAfter(loan, token, () => confirm(loan.person, own.id, own));
    expect(opened).toMatchObject({ status: 409, body: { code: 'instalment_paid' } });
  });
});

test('a payer by a link that was taken back meanwhile is told that it is paid', async () => {
  const loan = await aLoan(900_000, 3);
  const { id, token, amountPaise } = await share(loan);
  const { paymentId, signature } = await payOrder(await orderOf(token), 'success@razorpay');
  await loan.person.ok('DELETE', `/repay-links/${id}`);
  const forged = await stranger('POST', token, '/confirm', { paymentId, signature: 'f'.repeat(64) });
  expect(forged).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await stranger('POST', token, '/confirm', { paymentId, signature })).toMatchObject({
    status: 200,
    body: { state: 'paid', amountPaise, paidAt: expect.stringMatching(/^\d{4}-.+Z$/) },
  });
  expect((await look(token)).status).toBe(404);
});

test('given a link that moved on, when its first order is paid, then its payer reads paid', async () => {
  const loan = await aLoan(900_000, 3);
  const { token, amountPaise } = await share(loan);
  const [first, title] = [await orderOf(token), 'A repayment was received: '];
  await loan.person.repay(loan.id, 40_000);
  const second = await orderOf(token);
  expect(second).not.toBe(first);
  await loan.person.repay(loan.id, 10_000);
  expect(await orderOf(token)).not.toBe(second);
  const { paymentId, signature } = await payOrder(first, 'success@razorpay');
  await drained();
  const { items } = await loan.person.ok<{ items: { title: string }[] }>('GET', '/notifications');
  expect(items.map((one) => one.title)).toContain(`${title}${formatRupees(paise(amountPaise))}`);
  const forged = await stranger('POST', token, '/confirm', { paymentId, signature: 'f'.repeat(64) });
  expect(forged.body).toMatchObject({ code: 'repayment_not_confirmed' });
  expect(await stranger('POST', token, '/confirm', { paymentId, signature })).toMatchObject({
    status: 200,
    body: { state: 'paid', amountPaise, paidAt: expect.stringMatching(/^\d{4}-.+Z$/) },
  });
});

test('LEND-X10: given a freeze over the due date, when it ended, then a link names the day of demand', async () => {
  const loan = await aLoan(900_000, 3);
  const dueOn = businessDate((await loan.person.payment(loan.id)).schedule[0]!.dueDate);
  await freezeBetween(server, loan.id, { from: addDays(dueOn, -5), to: addDays(dueOn, 5) });
  const day = addDays(dueOn, 6);
  await moveTo(server, `${day}T06:00:00Z`);
  await signInAgain(loan.person);
  const { token, dueDate } = await share(loan);
  expect([dueDate, (await look(token)).body.dueDate]).toEqual([day, day]);
});
