import { randomUUID } from 'node:crypto';
import type {
  AnswerOf,
  listRepayLinks,
  Problem,
  sendRepayLink,
  SharedInstalment,
  shareInstalment,
} from '@mohlat/contract';
import { addDays, businessDate, istDate } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { proposing } from '#test/proposing.ts';
import { idOf } from '#test/racing.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { asVisitor } from './repay-links.testing.ts';

/** Links to the sum that ends a loan, where no instalment is asked for. */
let server: TestServer;
const { aLoan, expectCollectionsAgree, onDay, payOrder, webhooks } = repaying(() => server);
const { arrive, comeBack, maker, approve, proposed, offer, actionsOf } = proposing(() => server);

beforeAll(async () => {
  server = await startTestServer();
  await arrive();
});
afterAll(() => server.stop());
afterEach(async () => {
  await expectCollectionsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const share = ({ person, id }: Loan) =>
  person.ok<AnswerOf<typeof shareInstalment>>('POST', `/payments/${id}/repay-links`);
const listed = async ({ person, id }: Loan) =>
  (await person.ok<AnswerOf<typeof listRepayLinks>>('GET', `/payments/${id}/repay-links`)).items;
const stranger = <T>(method: 'GET' | 'POST', token: string, path?: string, body?: object) =>
  asVisitor<T>(server, method, token, path, body);
const look = (token: string) => stranger<SharedInstalment>('GET', token);

async function pay(token: string) {
  const { orderId } = (await stranger<{ orderId: string }>('POST', token, '/order')).body;
  const { paymentId, signature } = await payOrder(orderId, 'success@razorpay');
  return stranger<SharedInstalment>('POST', token, '/confirm', { paymentId, signature });
}

const block = async ({ person }: Loan) =>
  maker().ok('POST', `/admin/users/${await idOf(person)}/block`, {
    reason: 'Phone was stolen',
    isFraud: false,
  });
const send = ({ id }: Loan) =>
  maker().call<AnswerOf<typeof sendRepayLink> & Problem>('POST', `/admin/payments/${id}/repay-links`);

/** The token of the newest mail to a loan's person that leads to the page of a link. */
const tokenTo = ({ person }: Loan) =>
  until(async () => {
    const sent = await server.control<{ text: string }[]>(
      'GET',
      `/outbox?to=${encodeURIComponent(person.email)}`,
    );
    return sent.map(({ text }) => /\/repay#([\w-]{43})/.exec(text)?.[1]).findLast(Boolean);
  });

const standingOf = async ({ id }: Loan) => {
  const { rows } = await server.sql.query<{ status: string }>('select status from loans where id = $1', [id]);
  return rows[0]!.status;
};

describe('LEND-14: a link to a lower sum that was agreed', () => {
  test('given a blocked person, when staff send a link, then it pays the agreed sum and ends the loan', async () => {
    const loan = await aLoan(900_000, 3);
    const earlier = await share(loan);
    const { agreedPaise, payBy } = offer();
    expect(await approve(await proposed(loan, 'settlements', { agreedPaise, payBy }))).toEqual([200]);
    await block(loan);
    expect(await actionsOf(loan)).toContain('send_link');
    const { status, body } = await send(loan);
    expect(status).toBe(200);
    expect([body.amountPaise, body.dueDate, istDate(Date.parse(body.expiresAt))]).toEqual([
      agreedPaise,
      payBy,
      payBy,
    ]);
    const token = await tokenTo(loan);
    // The older link asked for a whole instalment.
    expect((await look(earlier.token)).status).toBe(404);
    const shown = { amountPaise: agreedPaise, dueDate: payBy };
    expect((await look(token)).body).toEqual({ ...shown, state: 'open' });
    expect((await pay(token)).body).toMatchObject({ ...shown, state: 'paid' });
    expect(await standingOf(loan)).toBe('settled');
    expect((await look(token)).body).toEqual({ ...shown, state: 'paid' });
    expect((await send(loan)).body.code).toBe('payment_not_payable');
  });

  test('given a part of it was paid, then its own link asks for the rest, once, and for nothing when its day is over', async () => {
    const loan = await aLoan(900_000, 3);
    expect(await approve(await proposed(loan, 'settlements', offer()))).toEqual([200]);
    await loan.person.repay(loan.id, 40_000);
    const first = await share(loan);
    const second = await share(loan);
    expect(second).toMatchObject({ amountPaise: 60_000, state: 'open' });
    expect([(await look(first.token)).status, (await listed(loan)).length]).toEqual([404, 1]);
    await onDay(loan, addDays(offer().payBy, 1));
    expect((await look(second.token)).status).toBe(404);
    expect(await share(loan)).toMatchObject({ state: 'open', amountPaise: 272_000 });
  });
});

describe('LEND-14: a link to the charges that stand when every instalment is paid', () => {
  test('given a late charge alone, when staff send a link, then it pays the charge and ends the loan', async () => {
    const loan = await aLoan(900_000);
    const { nextDue } = await loan.person.payment(loan.id);
    await onDay(loan, addDays(businessDate(nextDue!.dueDate), 5));
    await comeBack();
    await loan.person.repay(loan.id, nextDue!.amountPaise);
    const { charges, outstandingPaise } = await loan.person.payment(loan.id);
    expect(outstandingPaise).toBe(20_000);
    await block(loan);
    const { body } = await send(loan);
    expect([body.amountPaise, body.dueDate]).toEqual([20_000, charges[0]!.payBy]);
    const token = await tokenTo(loan);
    expect((await pay(token)).body).toMatchObject({ amountPaise: 20_000, state: 'paid' });
    expect(await standingOf(loan)).toBe('closed');
  });

  test('given a waiver that closes the loan, when a payment by its link is confirmed after it, then the payer reads paid', async () => {
    const loan = await aLoan(900_000);
    const { nextDue } = await loan.person.payment(loan.id);
    await onDay(loan, addDays(businessDate(nextDue!.dueDate), 5));
    await comeBack();
    await loan.person.repay(loan.id, nextDue!.amountPaise);
    const { token, amountPaise } = await share(loan);
    const { orderId } = (await stranger<{ orderId: string }>('POST', token, '/order')).body;
    // The rail says nothing by itself: it would be quicker than the waiver.
    await webhooks({ drop: true });
    const { paymentId, signature } = await payOrder(orderId, 'success@razorpay');
    await maker().ok(
      'POST',
      `/admin/payments/${loan.id}/waivers`,
      { component: 'penal', amountPaise, reason: 'Their bank was closed' },
      { 'idempotency-key': randomUUID() },
    );
    expect(await standingOf(loan)).toBe('closed');
    const proof = { paymentId, signature };
    const forged = await stranger('POST', token, '/confirm', { paymentId, signature: 'f'.repeat(64) });
    expect(forged.status).toBe(404);
    expect(await stranger('POST', token, '/confirm', proof)).toMatchObject({
      status: 200,
      body: { state: 'paid', amountPaise },
    });
    await webhooks({});
  });
});
