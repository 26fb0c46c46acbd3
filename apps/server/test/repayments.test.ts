import { randomUUID } from 'node:crypto';
import type { Payment, Problem, Repayment, StartedRepayment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from './harness.ts';
import { type Person, type Reply, until } from './person.ts';
import {
  advance,
  balances,
  clearFaults,
  collected,
  fault,
  moveTo,
  pause,
  signInAgain,
  somebody,
} from './steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  await expectCollectionsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

/** Every rupee the rail took stands once in the clearing account, under the payment it took it with. */
async function expectCollectionsAgree(): Promise<void> {
  const { rows } = await server.sql.query<{ ref: string; paise: string }>(
    `select r.provider_payment_ref as ref, sum(p.amount_paise)::text as paise
     from postings p join journals j on j.user_id = p.user_id and j.id = p.journal_id and j.source_kind = 'repayment'
     join repayments r on r.user_id = j.user_id and r.id = j.source_id
     where p.account = 'A120' group by 1`,
  );
  const booked = new Map(rows.map((row) => [row.ref, Number(row.paise)]));
  const taken = (await collected(server)).filter((one) => one.status === 'captured');
  expect(booked).toEqual(new Map(taken.map((one) => [one.paymentId, one.amountPaise])));
}

const codeOf = (reply: Reply<unknown>) => (reply.body as Problem).code;

interface Loan {
  readonly person: Person;
  readonly id: string;
  readonly owed: number;
}

/** A person with a paid bill. */
async function aLoan(amountPaise: number, instalments = 1): Promise<Loan> {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const { id } = await person.pay(card.id, amountPaise, instalments);
  const paid = await person.untilBill(id, 'paid');
  return { person, id, owed: paid.outstandingPaise };
}

/** The loan of the worked examples: ₹15,000 in three EMIs, booked on 15 January of a coming year. */
async function w2(year: number): Promise<Loan> {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  await moveTo(server, `${year}-01-15T06:00:00Z`);
  await signInAgain(person);
  const { id } = await person.pay(card.id, 1_500_000, 3);
  const paid = await person.untilBill(id, 'paid');
  return { person, id, owed: paid.outstandingPaise };
}

async function onDay({ person }: Loan, day: string, time = '06:00:00Z'): Promise<void> {
  await moveTo(server, `${day}T${time}`);
  await signInAgain(person);
}

function start({ person, id }: Loan, amountPaise: number, key: string = randomUUID()) {
  return person.call<StartedRepayment>(
    'POST',
    `/payments/${id}/repayments`,
    { amountPaise },
    { 'idempotency-key': key },
  );
}

/** Starts a repayment and lets the payer act in the checkout; nothing is confirmed yet. */
async function begin(loan: Loan, amountPaise: number, using = 'success@razorpay') {
  const reply = await start(loan, amountPaise);
  expect(reply.status).toBe(202);
  const { id, checkout } = reply.body;
  const act = await payOrder(checkout!.orderId, using);
  return { id, orderId: checkout!.orderId, ...act };
}

function payOrder(orderId: string, using: string): Promise<{ paymentId: string; signature: string | null }> {
  return server.control('POST', '/act', { what: 'pay_order', orderId, with: using });
}

function confirm(person: Person, id: string, body: { paymentId: string; signature: string | null }) {
  return person.call<Repayment>('POST', `/repayments/${id}/confirm`, {
    paymentId: body.paymentId,
    signature: body.signature ?? 'none',
  });
}

function untilRepayment(person: Person, id: string, status: Repayment['status']): Promise<Repayment> {
  return until(async () => {
    const repayment = await person.ok<Repayment>('GET', `/repayments/${id}`);
    return repayment.status === status ? repayment : undefined;
  });
}

async function usedOf(person: Person): Promise<number> {
  return (await person.ok<{ credit: { usedPaise: number } }>('GET', '/me')).credit.usedPaise;
}

async function webhooks(policy: object): Promise<void> {
  await server.control('POST', '/webhooks/policy', policy);
}

async function catchUp(loan: Loan, throughOn: string): Promise<void> {
  const { rows } = await server.sql.query<{ user_id: string }>('select user_id from loans where id = $1', [
    loan.id,
  ]);
  const client = await server.sql.connect();
  try {
    await client.query(
      `begin; set local role mohlat_worker; select set_config('app.user_id', '${rows[0]!.user_id}', true)`,
    );
    await client.query('select loan_catch_up($1, $2, $3, $4)', [
      rows[0]!.user_id,
      loan.id,
      throughOn,
      `${throughOn}T19:00:00Z`,
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

describe('the worked examples', () => {
  test('LEND-E4, LEND-22, LEND-B3: W2 and W3, ₹15,000 in three EMIs repaid on time leaves income, tax and nothing owed', async () => {
    const loan = await w2(2027);
    const { person, id } = loan;
    const payment = await person.payment(id);
    expect(
      payment.schedule.map((row) => [
        row.dueDate,
        row.amountPaise,
        row.principalPaise,
        row.feePaise,
        row.interestPaise,
      ]),
    ).toEqual([
      ['2027-02-15', 520_000, 495_000, 10_000, 15_000],
      ['2027-03-15', 520_000, 500_000, 10_000, 10_000],
      ['2027-04-15', 520_000, 505_000, 10_000, 5_000],
    ]);
    expect(payment).toMatchObject({
      totalAmountPaise: 1_560_000,
      aprPercent: '23.84',
      annualRatePercent: '11.75',
    });

    const used = [1_005_000, 505_000, 0];
    for (const [index, day] of ['2027-02-15', '2027-03-15', '2027-04-15'].entries()) {
      await onDay(loan, day);
      expect((await person.payment(id)).nextDue).toEqual({ amountPaise: 520_000, dueDate: day });
      const repayment = await person.repay(id, 520_000);
      expect(repayment.status).toBe('succeeded');
      const { schedule } = payment;
      expect(repayment.allocation).toEqual([
        { instalment: index + 1, component: 'fee', amountPaise: 10_000 },
        { instalment: index + 1, component: 'interest', amountPaise: schedule[index]!.interestPaise },
        { instalment: index + 1, component: 'principal', amountPaise: schedule[index]!.principalPaise },
      ]);
      expect(await usedOf(person)).toBe(used[index]);
    }
    expect(await person.payment(id)).toMatchObject({
      status: 'completed',
      outstandingPaise: 0,
      nextDue: null,
    });
    expect(await balances(server, { loanId: id })).toEqual({
      A105: -1_500_000,
      A120: 1_560_000,
      I400: -25_424,
      I410: -30_000,
      L330: -2_288,
      L331: -2_288,
    });
  });

  test('LEND-9: W7, closing early costs the principal, the fee and the interest of the days gone by', async () => {
    const loan = await w2(2028);
    const { person, id } = loan;
    await onDay(loan, '2028-02-15');
    await person.repay(id, 520_000);
    const closing = () =>
      person.ok<{ totalPaise: number; principalPaise: number; feePaise: number; interestPaise: number }>(
        'GET',
        `/payments/${id}/foreclosure`,
      );
    // 2028 is a leap year: the period from 15 February to 15 March has 29 days.
    await onDay(loan, '2028-02-29');
    expect(await closing()).toMatchObject({
      principalPaise: 1_005_000,
      feePaise: 20_000,
      interestPaise: 4_828,
      totalPaise: 1_029_828,
    });
    await onDay(loan, '2028-03-01');
    expect(await closing()).toMatchObject({ totalPaise: 1_030_172 });
    const short = await person.repay(id, 1_029_828);
    expect(short.status).toBe('succeeded');
    expect(await person.payment(id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    expect(await usedOf(person)).toBe(0);
    const books = await balances(server, { loanId: id });
    expect(books).toMatchObject({ A120: 1_549_828, E510: 344, I410: -20_172 });
    expect(Object.keys(books)).toEqual(['A105', 'A120', 'E510', 'I400', 'I410', 'L330', 'L331']);
  });

  test('LEND-9: W7, on the same day of a common year the figures are those of the paper', async () => {
    const loan = await w2(2029);
    const { person, id } = loan;
    await onDay(loan, '2029-02-15');
    await person.repay(id, 520_000);
    const closing = () => person.ok<{ totalPaise: number }>('GET', `/payments/${id}/foreclosure`);
    await onDay(loan, '2029-03-01');
    expect((await closing()).totalPaise).toBe(1_030_000);
    await onDay(loan, '2029-03-02');
    expect((await closing()).totalPaise).toBe(1_030_357);
    await person.repay(id, 1_030_000);
    expect(await person.payment(id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    expect(await balances(server, { loanId: id })).toMatchObject({ A120: 1_550_000, E510: 357 });
  });

  test("LEND-9: W7, the whole schedule paid ten days in closes the loan, and ₹251.61 are the payer's", async () => {
    const loan = await w2(2030);
    await onDay(loan, '2030-01-25');
    const { totalPaise } = await loan.person.ok<{ totalPaise: number }>(
      'GET',
      `/payments/${loan.id}/foreclosure`,
    );
    expect(totalPaise).toBe(1_534_839);
    const repayment = await loan.person.repay(loan.id, 1_560_000);
    expect(repayment.allocation).toContainEqual({
      instalment: null,
      component: 'excess',
      amountPaise: 25_161,
    });
    expect(await loan.person.payment(loan.id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    expect(await balances(server, { loanId: loan.id })).toMatchObject({
      A120: 1_560_000,
      L310: -25_161,
      I410: -4_839,
    });
  });

  test('LEND-W2, LEND-22: W10, an EMI paid before it is due is held for it, and applied on its day', async () => {
    const loan = await w2(2031);
    const { person, id } = loan;
    await onDay(loan, '2031-01-25');
    const repayment = await person.repay(id, 520_000);
    expect(repayment.allocation).toEqual([
      { instalment: 1, component: 'fee', amountPaise: 10_000 },
      { instalment: 1, component: 'interest', amountPaise: 15_000 },
      { instalment: 1, component: 'principal', amountPaise: 495_000 },
    ]);
    expect(await usedOf(person)).toBe(1_005_000);
    expect(await balances(server, { loanId: id })).toMatchObject({
      A120: 520_000,
      A200: 1_500_000,
      L300: -520_000,
    });
    const held: Payment = await person.payment(id);
    expect(held.schedule[0]).toMatchObject({ status: 'paid', paidPaise: 520_000 });
    expect(held.nextDue).toEqual({ amountPaise: 520_000, dueDate: '2031-03-15' });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);

    await onDay(loan, '2031-02-15');
    await catchUp(loan, '2031-02-14');
    const books = await balances(server, { loanId: id });
    expect(books).toMatchObject({ A120: 520_000, A200: 1_005_000, A202: 20_000, I410: -15_000 });
    for (const account of ['L300', 'A201', 'A203', 'A210', 'A211']) expect(books).not.toHaveProperty(account);
    // Once more changes nothing.
    await catchUp(loan, '2031-02-14');
    expect(await balances(server, { loanId: id })).toEqual(books);
  });

  test('LEND-T7: W13, a debit in the last moments of the due date is on time, the next moment is the next day', async () => {
    const loan = await w2(2032);
    const valueDays = async () =>
      (
        await server.sql.query<{ on: string }>(
          'select value_on::text as on from repayments where loan_id = $1 order by created_at',
          [loan.id],
        )
      ).rows.map((row) => row.on);
    await onDay(loan, '2032-02-15', '18:29:50Z');
    await loan.person.repay(loan.id, 260_000);
    await onDay(loan, '2032-02-15', '18:30:01Z');
    await loan.person.repay(loan.id, 260_000);
    expect(await valueDays()).toEqual(['2032-02-15', '2032-02-16']);
  });
});

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
    const replies = await Promise.all(Array.from({ length: 20 }, () => start(loan, 50_000, key)));
    for (const reply of replies.filter((one) => one.status !== 202))
      expect(codeOf(reply)).toBe('idempotency_in_progress');
    const again = await start(loan, 50_000, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const orders = [...replies, again]
      .filter((one) => one.status === 202)
      .map((one) => one.body.checkout!.orderId);
    expect(new Set(orders).size).toBe(1);
    const other = await start(loan, 60_000, key);
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
    const { items } = await loan.person.ok<{ items: Repayment[] }>('GET', `/repayments?paymentId=${loan.id}`);
    expect(items).toHaveLength(1);
  });

  test('double@: a payer charged twice is credited once, and the other amount is kept as theirs', async () => {
    const loan = await aLoan(310_000);
    await start(loan, loan.owed);
    const begun = await begin(loan, loan.owed, 'double@razorpay');
    expect((await confirm(loan.person, begun.id, begun)).body.status).toBe('succeeded');
    await until(async () => {
      const books = await balances(server, { loanId: loan.id });
      return books['A120'] === 2 * loan.owed ? true : undefined;
    });
    expect(await balances(server, { loanId: loan.id })).toMatchObject({
      A120: 2 * loan.owed,
      L310: -loan.owed,
    });
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
    await pause(1_000);
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
    await pause(1_500);
    await webhooks({});
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ A120: 100_000 });
  });

  test('creditcard@: not a repayment: what is owed stays, the money is kept to be returned', async () => {
    const loan = await aLoan(300_000);
    await webhooks({ provider: 'razorpay', drop: true });
    const begun = await begin(loan, 100_000, 'creditcard@razorpay');
    const reply = await confirm(loan.person, begun.id, begun);
    expect([reply.status, codeOf(reply)]).toEqual([422, 'credit_source_refused']);
    await webhooks({});
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({
      A120: 100_000,
      L310: -100_000,
      A200: 300_000,
    });
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
    const both = await Promise.all([begin(loan, loan.owed), begin(loan, loan.owed)]);
    const replies = await Promise.all(both.map((one) => confirm(loan.person, one.id, one)));
    expect(replies.map((reply) => reply.body.status)).toEqual(['succeeded', 'succeeded']);
    expect(await loan.person.payment(loan.id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    const books = await balances(server, { loanId: loan.id });
    expect(books['A120']).toBe(2 * loan.owed);
    // Closed on its first day: no interest has accrued, so that is theirs too.
    expect(books['L310']).toBe(-(2 * loan.owed - 306_000));
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
