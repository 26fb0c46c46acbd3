import type {
  AnswerOf,
  listRepayLinks,
  listRepayments,
  Payment,
  Problem,
  SharedInstalment,
  shareInstalment,
  startSharedRepayment,
} from '@mohlat/contract';
import { formatRupees, istDate, paise } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, balances, clearFaults, fault, moveTo, signInAgain } from '#test/steps.ts';
import { asVisitor } from './repay-links.testing.ts';

type Order = AnswerOf<typeof startSharedRepayment>;

let server: TestServer;
const { aLoan, begin, confirm, expectCollectionsAgree, payOrder, untilReturned, webhooks } = repaying(
  () => server,
);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  await webhooks({});
  await expectCollectionsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const share = ({ person, id }: Loan) =>
  person.ok<AnswerOf<typeof shareInstalment>>('POST', `/payments/${id}/repay-links`);
/** Whether each repayment of a loan came by a link, the newest first. */
const cameByLink = async ({ person, id }: Loan) =>
  (await person.ok<AnswerOf<typeof listRepayments>>('GET', `/repayments?paymentId=${id}`)).items.map(
    ({ isPaidByLink }) => isPaidByLink,
  );
const listed = async ({ person, id }: Loan) =>
  (await person.ok<AnswerOf<typeof listRepayLinks>>('GET', `/payments/${id}/repay-links`)).items;

const stranger = <T>(method: 'GET' | 'POST', token: string, path?: string, body?: object) =>
  asVisitor<T>(server, method, token, path, body);
/** The part of what is due next that a link tells. */
const linkedOf = (next: Payment['nextDue']) => ({ amountPaise: next?.amountPaise, dueDate: next?.dueDate });
const look = (token: string) => stranger<SharedInstalment>('GET', token);
const open = (token: string) => stranger<Order>('POST', token, '/order');

/** Opens the order of a link, pays it in the checkout and hands its word back. */
async function pay(token: string, using = 'success@razorpay') {
  const { orderId } = (await open(token)).body;
  const { paymentId, signature } = await payOrder(orderId, using);
  return stranger<SharedInstalment>('POST', token, '/confirm', { paymentId, signature });
}

describe('a link to an instalment', () => {
  test('shows its amount, its date and whether it is paid, and nothing else', async () => {
    const loan = await aLoan(900_000, 3);
    const { nextDue } = await loan.person.payment(loan.id);
    const { token, state } = await share(loan);
    const { status, headers, body } = await look(token);
    expect(state).toBe('open');
    expect([status, body]).toEqual([200, { ...linkedOf(nextDue), state: 'open' }]);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    const order = await open(token);
    expect([order.status, Object.keys(order.body).toSorted()]).toEqual([
      202,
      ['amountPaise', 'keyId', 'orderId', 'scriptUrl'],
    ]);
  });

  test('a stranger pays by it once, and the money settles that instalment as the person’s own would', async () => {
    const loan = await aLoan(900_000, 3);
    const { nextDue } = await loan.person.payment(loan.id);
    const { token } = await share(loan);
    expect(await pay(token)).toMatchObject({ status: 200, body: { ...linkedOf(nextDue), state: 'paid' } });
    const after = await loan.person.payment(loan.id);
    expect(after.outstandingPaise).toBe(loan.owed - nextDue!.amountPaise);
    expect(after.nextDue?.dueDate).toBe(after.schedule[1]?.dueDate);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ A120: nextDue!.amountPaise });
    expect([(await open(token)).status, (await open(token)).body.code]).toEqual([409, 'instalment_paid']);
    expect(await listed(loan)).toMatchObject([{ state: 'paid' }]);
    expect(await cameByLink(loan)).toEqual([true]);
  });

  test('given a repayment by link, when its owner is notified, then the notice says that it came by link', async () => {
    const loan = await aLoan(900_000, 3);
    const { nextDue } = await loan.person.payment(loan.id);
    const { token } = await share(loan);
    await webhooks({ provider: 'razorpay', drop: true });
    expect((await pay(token)).status).toBe(200);
    const amount = formatRupees(paise(nextDue!.amountPaise));
    const { items } = await loan.person.ok<{ items: { title: string }[] }>('GET', '/notifications');
    const titles = items.map(({ title }) => title);
    expect(titles).toContain(`A payment by link was received: ${amount}`);
    expect(titles.join(' ')).not.toContain('your repayment');
    const mail = await until(async () => {
      const sent = await server.control<{ subject: string | null; text: string }[]>(
        'GET',
        `/outbox?to=${encodeURIComponent(loan.person.email)}`,
      );
      return sent.find(({ subject }) => subject === `A payment by link was received: ${amount}`);
    });
    expect(mail.text).toContain('Somebody else paid');
    expect(mail.text).not.toContain('your repayment');
  });

  test('given a payment by link that its bank tells of first, then its owner is not told of a repayment of theirs', async () => {
    const loan = await aLoan(900_000, 3);
    const { nextDue } = await loan.person.payment(loan.id);
    const { token } = await share(loan);
    const { orderId } = (await open(token)).body;
    await payOrder(orderId, 'success@razorpay');
    const amount = formatRupees(paise(nextDue!.amountPaise));
    const titles = await until(async () => {
      const { items } = await loan.person.ok<{ items: { title: string }[] }>('GET', '/notifications');
      const said = items.map(({ title }) => title);
      return said.some((title) => title.includes('received')) ? said : undefined;
    });
    expect(titles).toContain(`A repayment was received: ${amount}`);
    expect(titles.join(' ')).not.toContain('your repayment');
  });

  test('twenty presses at once open one order, and so does another day', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    const replies = await Promise.all(Array.from({ length: 20 }, () => open(token)));
    await advance(server, 'P1D');
    replies.push(await open(token));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([202]));
    expect(new Set(replies.map((reply) => reply.body.orderId)).size).toBe(1);
  });

  test('an instalment that its person paid says paid, and takes no money', async () => {
    const loan = await aLoan(900_000, 3);
    const { nextDue } = await loan.person.payment(loan.id);
    const { token } = await share(loan);
    // The holder of the link has the same order.
    await open(token);
    const begun = await begin(loan, nextDue!.amountPaise);
    await confirm(loan.person, begun.id, begun);
    expect(await cameByLink(loan)).toEqual([false]);
    expect((await look(token)).body).toEqual({ ...linkedOf(nextDue), state: 'paid' });
    expect((await open(token)).body.code).toBe('instalment_paid');
  });

  test('a part that its person pays makes it smaller, under an order of its own', async () => {
    const loan = await aLoan(900_000, 3);
    const { nextDue } = await loan.person.payment(loan.id);
    const { token } = await share(loan);
    const whole = (await open(token)).body;
    const begun = await begin(loan, 100_000);
    await confirm(loan.person, begun.id, begun);
    const rest = (await open(token)).body;
    expect([whole.amountPaise, rest.amountPaise]).toEqual([
      nextDue!.amountPaise,
      nextDue!.amountPaise - 100_000,
    ]);
    expect(rest.orderId).not.toBe(whole.orderId);
  });

  test('a rest below a rupee opens no order', async () => {
    const loan = await aLoan(900_000, 3);
    const { nextDue } = await loan.person.payment(loan.id);
    const { token } = await share(loan);
    const begun = await begin(loan, nextDue!.amountPaise - 50);
    await confirm(loan.person, begun.id, begun);
    const refused = await open(token);
    expect([refused.status, refused.body.code]).toEqual([422, 'repayment_too_small']);
  });
});

describe('a link that shows nothing', () => {
  test('taken back, run out, replaced and never made answer alike', async () => {
    const loan = await aLoan(900_000, 3);
    const first = await share(loan);
    const second = await share(loan);
    const made = (await look(second.token)).status;
    await loan.person.ok('DELETE', `/repay-links/${second.id}`);
    await loan.person.ok('DELETE', `/repay-links/${second.id}`);
    const third = await share(loan);
    // Before its time is over: only that it was taken back, or replaced, can hide it.
    expect([(await look(first.token)).status, (await look(second.token)).status]).toEqual([404, 404]);
    expect((await look(third.token)).status).toBe(200);
    // It lasts until its due date, which is more than seven days away.
    await advance(server, 'P7DT1S');
    expect((await look(third.token)).status).toBe(200);
    await moveTo(server, new Date(Date.parse(third.expiresAt) + 1).toISOString());
    await signInAgain(loan.person);
    expect(istDate(Date.parse(third.expiresAt) - 1)).toBe(third.dueDate);
    expect(made).toBe(200);
    expect(await listed(loan)).toEqual([]);
    const plain = (body: Problem) => ({ ...body, requestId: '' });
    const never = plain((await look('nothing')).body);
    for (const token of [first.token, second.token, third.token, `${third.token.slice(0, -1)}~`]) {
      expect(plain((await look(token)).body)).toEqual(never);
      expect((await open(token)).body.code).toBe('not_found');
    }
  });

  test('a cancelled payment asks the payer for no money', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    const { cancel } = await loan.person.payment(loan.id);
    const started = await loan.person.ok<{ id: string; checkout: { orderId: string } }>(
      'POST',
      `/payments/${loan.id}/cancel`,
      {},
      { 'idempotency-key': 'cancel' },
    );
    expect(cancel).not.toBeNull();
    const act = await payOrder(started.checkout.orderId, 'success@razorpay');
    await confirm(loan.person, started.id, act);
    expect((await look(token)).status).toBe(404);
    const refused = await loan.person.call<Problem>('POST', `/payments/${loan.id}/repay-links`);
    expect([refused.status, refused.body.code]).toEqual([409, 'payment_not_payable']);
  });

  test('its token is kept as a hash alone and is in no log', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    await pay(token);
    const { rows } = await server.sql.query<{ text: string }>(
      'select t::text as text from repay_tokens t union all select l::text from repay_links l',
    );
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(rows.map((row) => row.text).join()).not.toContain(token);
    expect(server.logText()).not.toContain(token);
  });
});

describe('money that a stranger sends', () => {
  test('a confirmation that is not ours credits nothing, before an order and after it', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    const made = { paymentId: 'pay_SBX00000000001', signature: 'a'.repeat(64) };
    const early = await stranger('POST', token, '/confirm', made);
    await open(token);
    const late = await stranger('POST', token, '/confirm', made);
    expect([early.body.code, late.body.code]).toEqual(['repayment_not_confirmed', 'repayment_not_confirmed']);
    expect((await look(token)).body.state).toBe('open');
  });

  test('money from a credit card goes back, and the instalment stays open', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    const { amountPaise } = (await look(token)).body;
    expect((await pay(token, 'creditcard@razorpay')).body.code).toBe('credit_source_refused');
    await untilReturned(loan.id, amountPaise);
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
    expect((await look(token)).body).toMatchObject({ amountPaise, state: 'open' });
    expect((await pay(token)).body.state).toBe('paid');
  });

  test('a payer who asks before the outcome is known gets the same order', async () => {
    await webhooks({ provider: 'razorpay', drop: true });
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    const { orderId } = (await open(token)).body;
    const { paymentId, signature } = await payOrder(orderId, 'success@razorpay');
    await fault(server, 'razorpay', 'payment_get', { http: 503 }, 'always');
    const unclear = await stranger<SharedInstalment>('POST', token, '/confirm', { paymentId, signature });
    expect([unclear.status, unclear.body.state]).toEqual([200, 'open']);
    expect((await open(token)).body.orderId).toBe(orderId);
    await clearFaults(server);
    await advance(server, 'PT1M');
    const isPaid = async () => (await look(token)).body.state === 'paid' || undefined;
    expect(await until(isPaid)).toBe(true);
    await signInAgain(loan.person);
    expect(await cameByLink(loan)).toEqual([true]);
  });

  test('a browser that never comes back: the call-back alone settles it', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    const { orderId } = (await open(token)).body;
    await payOrder(orderId, 'abandon@razorpay');
    expect(await until(async () => ((await look(token)).body.state === 'paid' ? true : undefined))).toBe(
      true,
    );
  });

  test('a provider that does not answer opens nothing, and the next press has the same repayment', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    await fault(server, 'razorpay', 'order_create', { http: 503 }, 'always');
    const refused = await open(token);
    await clearFaults(server);
    const opened = await open(token);
    expect([refused.body.code, opened.status]).toEqual(['provider_unavailable', 202]);
    const { rows } = await server.sql.query('select id from repayments where loan_id = $1', [loan.id]);
    expect(rows).toHaveLength(1);
  });
});
