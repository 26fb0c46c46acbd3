import { randomUUID } from 'node:crypto';
import type { Problem, Repayment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Reply, until } from '#test/person.ts';
import { idOf, meet, meetAtProvider } from '#test/racing.ts';
import { repaying } from '#test/repaying.ts';
import { advance, balances, clearFaults, fault, drained, signInAgain } from '#test/steps.ts';

let server: TestServer;
const {
  expectCollectionsAgree,
  aLoan,
  start,
  begin,
  payOrder,
  confirm,
  untilRepayment,
  untilReturned,
  usedOf,
  webhooks,
} = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  await expectCollectionsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const codeOf = (reply: Reply<unknown>) => (reply.body as Problem).code;

describe('money is credited once, and only money that came', () => {
  test('twenty confirmations at once credit once', async () => {
    const loan = await aLoan(300_000);
    const begun = await begin(loan, 100_000);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => confirm(loan.person, begun.id, begun)),
    );
    expect(replies.map((reply) => [reply.status, reply.body.status])).toEqual(
      Array.from({ length: 20 }, () => [200, 'succeeded']),
    );
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 100_000);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ A120: 100_000, L300: -100_000 });
  });

  test('LEND-C1: one key twenty times at once opens one order', async () => {
    const loan = await aLoan(300_000);
    const key = randomUUID();
    await fault(server, 'razorpay', 'order_create', { held: true });
    const asked = Array.from({ length: 20 }, () => () => start(loan, 50_000, key));
    const replies = await meetAtProvider(server, asked);
    const opened = replies.pop()!;
    expect(opened.status).toBe(202);
    for (const reply of replies) expect(codeOf(reply)).toBe('idempotency_in_progress');
    const again = await start(loan, 50_000, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.checkout!.orderId).toBe(opened.body.checkout!.orderId);
    const other = await start(loan, 60_000, key);
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
    const { items } = await loan.person.ok<{ items: Repayment[] }>('GET', `/repayments?paymentId=${loan.id}`);
    expect(items).toHaveLength(1);
  });

  test('double@: a payer charged twice is credited once, and the other amount goes back to them', async () => {
    const loan = await aLoan(310_000);
    // After three days an attempt that failed is not tried again: the second amount is paid on its order.
    const failed = await begin(loan, loan.owed, 'failure@razorpay');
    await untilRepayment(loan.person, failed.id, 'failed');
    await advance(server, 'P3DT1H');
    const begun = await begin(loan, loan.owed, 'double@razorpay');
    expect(begun.id).not.toBe(failed.id);
    expect((await confirm(loan.person, begun.id, begun)).body.status).toBe('succeeded');
    await until(async () => {
      const books = await balances(server, { loanId: loan.id });
      return books['A120'] === 2 * loan.owed ? true : undefined;
    });
    await untilReturned(loan.id, loan.owed);
    expect(await loan.person.payment(loan.id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    expect(await usedOf(loan.person)).toBe(0);
  });

  test('late@: failed first, authorised twenty hours later, then captured and credited', async () => {
    const loan = await aLoan(300_000);
    const begun = await begin(loan, 100_000, 'late@razorpay');
    await untilRepayment(loan.person, begun.id, 'failed');
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
    await advance(server, 'PT20H1M');
    await signInAgain(loan.person);
    await untilRepayment(loan.person, begun.id, 'succeeded');
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 100_000);
  });

  test('abandon@: the browser never comes back, the call-back alone brings it in', async () => {
    const loan = await aLoan(300_000);
    const begun = await begin(loan, 100_000, 'abandon@razorpay');
    const repayment = await untilRepayment(loan.person, begun.id, 'succeeded');
    expect(repayment.receivedAt).not.toBeNull();
  });

  test('PAY-10, LEND-20: abandon@ and no call-back either: our own enquiry brings it in', async () => {
    await webhooks({ provider: 'razorpay', drop: true });
    const loan = await aLoan(300_000);
    const begun = await begin(loan, 100_000, 'abandon@razorpay');
    await drained();
    expect((await loan.person.ok<Repayment>('GET', `/repayments/${begun.id}`)).status).toBe('initiated');
    await advance(server, 'PT2M');
    await untilRepayment(loan.person, begun.id, 'succeeded');
    await webhooks({});
  });

  test('LEND-20: a call-back three times and out of order credits once', async () => {
    await webhooks({ provider: 'razorpay', duplicate: 3 });
    const loan = await aLoan(300_000);
    const begun = await begin(loan, 100_000);
    expect((await confirm(loan.person, begun.id, begun)).status).toBe(200);
    await drained();
    await webhooks({});
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ A120: 100_000 });
  });

  test('creditcard@: not a repayment: what is owed stays, the money is returned', async () => {
    const loan = await aLoan(300_000);
    await webhooks({ provider: 'razorpay', drop: true });
    const begun = await begin(loan, 100_000, 'creditcard@razorpay');
    const reply = await confirm(loan.person, begun.id, begun);
    expect([reply.status, codeOf(reply)]).toEqual([422, 'credit_source_refused']);
    await webhooks({});
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({
      A120: 100_000,
      A200: 300_000,
    });
    await untilReturned(loan.id, 100_000);
    expect(await usedOf(loan.person)).toBe(300_000);
    const kept = await loan.person.ok<Repayment>('GET', `/repayments/${begun.id}`);
    expect(kept.failureReason).toBe('credit_source_refused');
    expect(kept.allocation).toEqual([{ instalment: null, component: 'excess', amountPaise: 100_000 }]);
  });

  test('tamper@: a forged confirmation is refused; the money itself is credited once by what the rail says', async () => {
    const loan = await aLoan(300_000);
    await webhooks({ provider: 'razorpay', drop: true });
    const begun = await begin(loan, 100_000, 'tamper@razorpay');
    const reply = await confirm(loan.person, begun.id, begun);
    expect([reply.status, codeOf(reply)]).toEqual([422, 'repayment_not_confirmed']);
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
    await advance(server, 'PT2M');
    await untilRepayment(loan.person, begun.id, 'succeeded');
    await webhooks({});
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ A120: 100_000 });
  });

  test('failure@: nothing is credited, and the same order may be paid in another way', async () => {
    const loan = await aLoan(300_000);
    const begun = await begin(loan, 100_000, 'failure@razorpay');
    await untilRepayment(loan.person, begun.id, 'failed');
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
    const second = await payOrder(begun.orderId, 'success@razorpay');
    const reply = await confirm(loan.person, begun.id, second);
    expect([reply.status, reply.body.status]).toEqual([200, 'succeeded']);
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 100_000);
  });

  test('the rail does not answer our reading back: unknown, never failed, then credited', async () => {
    const loan = await aLoan(300_000);
    await webhooks({ provider: 'razorpay', drop: true });
    const begun = await begin(loan, 100_000);
    await fault(server, 'razorpay', 'payment_get', { http: 503 }, 'always');
    const reply = await confirm(loan.person, begun.id, begun);
    expect([reply.status, reply.body.status]).toEqual([200, 'unknown']);
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
    await clearFaults(server);
    await advance(server, 'PT1M');
    await untilRepayment(loan.person, begun.id, 'succeeded');
    await webhooks({});
  });

  test("another order's payment, or another person, confirms nothing", async () => {
    const loan = await aLoan(300_000);
    const other = await aLoan(300_000);
    await webhooks({ provider: 'razorpay', drop: true });
    const mine = (await start(loan, 100_000)).body;
    const theirs = await begin(other, 100_000);
    const crossed = await confirm(loan.person, mine.id, theirs);
    expect([crossed.status, codeOf(crossed)]).toEqual([422, 'repayment_not_confirmed']);
    const stranger = await confirm(loan.person, theirs.id, theirs);
    expect([stranger.status, codeOf(stranger)]).toEqual([404, 'not_found']);
    expect((await confirm(other.person, theirs.id, theirs)).body.status).toBe('succeeded');
    await webhooks({});
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
  });

  test('PAY-16: less than ₹1 is refused and leaves no order, ₹1 is taken', async () => {
    const loan = await aLoan(300_000);
    for (const amountPaise of [1, 99]) {
      const below = await start(loan, amountPaise);
      expect([below.status, codeOf(below)]).toEqual([422, 'repayment_too_small']);
    }
    const { rows } = await server.sql.query('select 1 from repayments where loan_id = $1', [loan.id]);
    expect(rows).toEqual([]);
    expect((await start(loan, 100)).status).toBe(202);
  });

  test('more than is owed is refused, on a payment not yet paid there is nothing to repay', async () => {
    const loan = await aLoan(300_000);
    const above = await start(loan, loan.owed + 1);
    expect([above.status, codeOf(above)]).toEqual([422, 'repayment_exceeds_outstanding']);
    const card = await loan.person.addCard('1006');
    const open = await loan.person.pay(card.id, 100_000);
    const early = await start({ ...loan, id: open.id }, 100);
    expect([early.status, codeOf(early)]).toEqual([409, 'payment_not_payable']);
    await loan.person.repay(loan.id, loan.owed);
    const late = await start(loan, 1);
    expect([late.status, codeOf(late)]).toEqual([409, 'payment_not_payable']);
  });

  test('LEND-C3: a refusal is stored under its key, and replayed as one', async () => {
    const loan = await aLoan(300_000);
    const key = randomUUID();
    for (const isReplay of [null, 'true']) {
      const refused = await start(loan, loan.owed + 1, key);
      expect([refused.status, codeOf(refused)]).toEqual([422, 'repayment_exceeds_outstanding']);
      expect(refused.headers.get('idempotency-replayed')).toBe(isReplay);
    }
    expect((await start(loan, loan.owed)).status).toBe(202);
  });

  test('a replayed start answers the same order, and what is kept of it is sealed', async () => {
    const loan = await aLoan(300_000);
    const key = randomUUID();
    const first = await start(loan, 50_000, key);
    const again = await start(loan, 50_000, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const { rows } = await server.sql.query<{ facts: object }>(
      'select facts from idempotency_keys where key = $1',
      [key],
    );
    expect(Object.keys(rows[0]!.facts)).toEqual(['sealed']);
  });

  test("two full repayments at once: the loan closes once, the other is the payer's", async () => {
    const loan = await aLoan(300_000, 3);
    await webhooks({ provider: 'razorpay', drop: true });
    const first = (await start(loan, loan.owed - 100)).body;
    const second = await begin(loan, loan.owed);
    const both = [{ ...first, ...(await payOrder(first.checkout!.orderId, 'success@razorpay')) }, second];
    const confirmed = both.map((one) => () => confirm(loan.person, one.id, one));
    const replies = await meet(server, await idOf(loan.person), 'credit', confirmed);
    expect(replies.map((reply) => reply.body.status)).toEqual(['succeeded', 'succeeded']);
    expect(await loan.person.payment(loan.id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    await webhooks({});
    const books = await balances(server, { loanId: loan.id });
    expect(books['A120']).toBe(2 * loan.owed - 100);
    // Closed on its first day: no interest has accrued, so that is theirs too.
    await untilReturned(loan.id, 2 * loan.owed - 100 - 306_000);
    expect(await usedOf(loan.person)).toBe(0);
  });

  test.each([
    ['an error before', { http: 503, commit: 'before' }],
    ['an error after', { http: 503, commit: 'after' }],
    ['a cut line', { reset_before: true }],
    ['half a body', { malformed: 'truncated', commit: 'after' }],
  ])(
    'an order whose making was answered by %s is taken up under the same key, and is one order',
    async (_, what) => {
      const loan = await aLoan(300_000);
      await fault(server, 'razorpay', 'order_create', what, 'always');
      const key = randomUUID();
      const refused = await start(loan, 100_000, key);
      expect([refused.status, codeOf(refused)]).toEqual([503, 'provider_unavailable']);
      await clearFaults(server);
      const taken = await start(loan, 100_000, key);
      expect(taken.status).toBe(202);
      const { items } = await loan.person.ok<{ items: Repayment[] }>(
        'GET',
        `/repayments?paymentId=${loan.id}`,
      );
      expect(items.map((one) => one.id)).toEqual([taken.body.id]);
      const act = await payOrder(taken.body.checkout!.orderId, 'success@razorpay');
      expect((await confirm(loan.person, taken.body.id, act)).body.status).toBe('succeeded');
    },
  );
});
