import { randomUUID } from 'node:crypto';
import type { Problem, StartedRepayment, Transaction } from '@mohlat/contract';
import { addDays, istDate } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import { type Reply, until } from '#test/person.ts';
import { idOf, meet, meetAtProvider } from '#test/racing.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, balances, clearFaults, fault, signInAgain } from '#test/steps.ts';

let server: TestServer;
const {
  expectCollectionsAgree,
  aLoan,
  onDay,
  start,
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

function cancel({ person, id }: Loan, key: string = randomUUID(), body?: object) {
  return person.call<StartedRepayment>('POST', `/payments/${id}/cancel`, body, { 'idempotency-key': key });
}

async function payFor(loan: Loan, reply: Reply<StartedRepayment>, using = 'success@razorpay') {
  expect(reply.status).toBe(202);
  const act = await payOrder(reply.body.checkout!.orderId, using);
  return confirm(loan.person, reply.body.id, act);
}

test('LEND-8: a payment is cancelled for the bill and the days used; fee, tax and limit come back', async () => {
  const loan = await aLoan(1_500_000, 3);
  const today = istDate(server.now());
  await onDay(loan, addDays(today, 2));
  const { person, id } = loan;
  expect((await person.payment(id)).cancel).toEqual({
    until: addDays(today, 3),
    amountPaise: 1_501_959,
    chargePaise: 1_959,
    refundPaise: 0,
  });
  const started = await cancel(loan);
  expect(started.body).toMatchObject({ status: 'initiated', amountPaise: 1_501_959 });
  expect((await person.payment(id)).ending).toBeNull();
  const repayment = await payFor(loan, started);
  expect(repayment.body).toMatchObject({ intent: 'exit', status: 'succeeded' });
  expect(await person.payment(id)).toMatchObject({
    status: 'completed',
    outstandingPaise: 0,
    nextDue: null,
    cancel: null,
    ending: { kind: 'cancelled', on: addDays(today, 2), chargePaise: 1_959 },
  });
  expect(await usedOf(person)).toBe(0);
  expect(await balances(server, { loanId: id })).toEqual({ A105: -1_500_000, A120: 1_501_959, I410: -1_959 });
  const mails = await until(async () => {
    const sent = await server.control<{ subject: string | null; text: string }[]>(
      'GET',
      `/outbox?to=${encodeURIComponent(person.email)}`,
    );
    return sent.find((mail) => mail.subject?.startsWith('Your payment is cancelled'));
  });
  expect(mails.text).toContain('The days used cost ₹19.59');
  const { text: receipt } = await downloadPdf(person, `/payments/${id}/receipt.pdf`);
  for (const said of [
    'The payment was cancelled on',
    'Cost of the days used ₹19.59',
    'Repaid in all ₹15,019.59',
  ])
    expect(receipt).toContain(said);
  for (const over of ['Total to repay', 'Service fee', 'Due date']) expect(receipt).not.toContain(over);
  // The sweep gives the credit note its number; the paper has it beside the invoice.
  const invoice = await until(async () => {
    const { text } = await downloadPdf(person, `/payments/${id}/invoice.pdf`);
    return text.includes('Credit note MC') ? text : undefined;
  });
  expect(invoice.match(/Total ₹300\.00/g)).toHaveLength(2);
  const history = await person.ok<{ items: Transaction[] }>('GET', '/transactions');
  expect(history.items[0]).toMatchObject({ id, status: 'completed', ending: 'cancelled' });
  const file = await person.call<string>('GET', '/transactions?format=csv');
  expect(file.body).toContain(',completed,15000.00,cancelled\r\n');
  const again = await cancel(loan);
  expect([again.status, codeOf(again)]).toEqual([409, 'payment_not_payable']);
});

test('LEND-8: on the day itself it costs the bill alone; after the third day it is over', async () => {
  const loan = await aLoan(300_000, 3);
  const { cancel: quoted } = await loan.person.payment(loan.id);
  expect(quoted).toMatchObject({ amountPaise: 300_000, chargePaise: 0 });
  await onDay(loan, quoted!.until, '18:29:00Z');
  expect((await loan.person.payment(loan.id)).cancel?.until).toBe(quoted!.until);
  const open = await cancel(loan);
  expect(open.status).toBe(202);
  await advance(server, 'PT2M');
  expect((await loan.person.payment(loan.id)).cancel).toBeNull();
  const key = randomUUID();
  for (const isReplay of [null, 'true']) {
    const late = await cancel(loan, key);
    expect([late.status, codeOf(late)]).toEqual([409, 'cancellation_over']);
    expect(late.headers.get('idempotency-replayed')).toBe(isReplay);
  }
  // The order made in time and paid too late repays like any other.
  await payFor(loan, open);
  expect(await loan.person.payment(loan.id)).toMatchObject({ status: 'pending', ending: null });
  expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - open.body.amountPaise);
});

test('LEND-8: what was repaid counts, and the excess is kept for the person', async () => {
  const loan = await aLoan(300_000, 3);
  await loan.person.repay(loan.id, 120_000);
  const { amountPaise } = (await loan.person.payment(loan.id)).cancel!;
  expect(amountPaise).toBe(180_000);
  const open = await cancel(loan);
  await loan.person.repay(loan.id, 50_000);
  await payFor(loan, open);
  expect((await loan.person.payment(loan.id)).ending).toMatchObject({ kind: 'cancelled' });
  expect(await usedOf(loan.person)).toBe(0);
});

test('LEND-C1: one key twenty times at once opens one order; another key soon after opens the same', async () => {
  const loan = await aLoan(300_000);
  const key = randomUUID();
  await fault(server, 'razorpay', 'order_create', { held: true });
  const asked = Array.from({ length: 20 }, () => () => cancel(loan, key));
  const replies = await meetAtProvider(server, asked);
  const taken = replies.filter((one) => one.status === 202);
  for (const reply of replies.filter((one) => one.status !== 202))
    expect(codeOf(reply)).toBe('idempotency_in_progress');
  const all = [...taken, await cancel(loan, key), await cancel(loan)];
  const orders = all.map((one) => one.body.checkout!.orderId);
  expect([taken.length > 0, new Set(orders).size]).toEqual([true, 1]);
  const { rows } = await server.sql.query('select intent from repayments where loan_id = $1', [loan.id]);
  expect(rows).toEqual([{ intent: 'exit' }]);
  // A repayment of the same amount is another matter, and has an order of its own.
  const repaid = await start(loan, 300_000);
  expect(repaid.body.checkout!.orderId).not.toBe(orders[0]);
});

test('PAY-10: neither browser nor call-back says so: our own enquiry finds the money, and the payment is cancelled', async () => {
  const loan = await aLoan(300_000);
  await webhooks({ provider: 'razorpay', drop: true });
  const open = await cancel(loan);
  await payOrder(open.body.checkout!.orderId, 'abandon@razorpay');
  await advance(server, 'PT2M');
  await untilRepayment(loan.person, open.body.id, 'succeeded');
  await webhooks({});
  expect((await loan.person.payment(loan.id)).ending?.kind).toBe('cancelled');
});

test('LEND-T7, LEND-W6: debited in the window and heard of after it, it cancels all the same', async () => {
  const loan = await aLoan(300_000, 3);
  const { until: lastDay } = (await loan.person.payment(loan.id)).cancel!;
  await onDay(loan, lastDay, '17:00:00Z');
  await webhooks({ provider: 'razorpay', drop: true });
  const open = await cancel(loan);
  await fault(server, 'razorpay', 'order_payments', { http: 503 }, 'always');
  await payOrder(open.body.checkout!.orderId, 'abandon@razorpay');
  await advance(server, 'P2D');
  await signInAgain(loan.person);
  expect((await loan.person.payment(loan.id)).ending).toBeNull();
  await clearFaults(server);
  await advance(server, 'PT2H');
  await signInAgain(loan.person);
  await untilRepayment(loan.person, open.body.id, 'succeeded');
  await webhooks({});
  const { ending } = await loan.person.payment(loan.id);
  expect(ending).toMatchObject({
    kind: 'cancelled',
    on: lastDay,
    chargePaise: open.body.amountPaise - 300_000,
  });
  expect(await usedOf(loan.person)).toBe(0);
});

test.each([
  ['cancelled', 300_000],
  ['repaid', 306_000],
])(
  'cancelled and closed at once: the loan ends once, as the first says (%s), and the money of the other goes back',
  async (first, kept) => {
    const loan = await aLoan(300_000, 3);
    await webhooks({ provider: 'razorpay', drop: true });
    const asked = [() => cancel(loan), () => start(loan, loan.owed)];
    if (first === 'repaid') asked.reverse();
    const both: (() => ReturnType<typeof confirm>)[] = [];
    // Asked for and paid one after the other: money of one second counts by the order in which it was asked for.
    for (const ask of asked) {
      const { id, checkout } = (await ask()).body;
      const act = await payOrder(checkout!.orderId, 'success@razorpay');
      both.push(() => confirm(loan.person, id, act));
    }
    const replies = await meet(server, await idOf(loan.person), 'credit', both);
    expect(replies.map((reply) => reply.body.status)).toEqual(['succeeded', 'succeeded']);
    await webhooks({});
    const { ending, outstandingPaise } = await loan.person.payment(loan.id);
    expect([ending?.kind, outstandingPaise]).toEqual([first, 0]);
    await untilReturned(loan.id, 300_000 + loan.owed - kept);
    expect(await usedOf(loan.person)).toBe(0);
  },
);

test('money from a credit card cancels nothing', async () => {
  const loan = await aLoan(300_000);
  const reply = await payFor(loan, await cancel(loan), 'creditcard@razorpay');
  expect([reply.status, codeOf(reply)]).toEqual([422, 'credit_source_refused']);
  expect((await loan.person.payment(loan.id)).ending).toBeNull();
  expect(await usedOf(loan.person)).toBe(300_000);
});

test('before the bank has the money there is nothing to cancel, and a silent provider leaves the key free', async () => {
  const loan = await aLoan(300_000);
  const card = await loan.person.addCard('1006');
  const pending = await loan.person.pay(card.id, 100_000);
  const early = await cancel({ ...loan, id: pending.id });
  expect([early.status, codeOf(early)]).toEqual([409, 'payment_not_payable']);
  const key = randomUUID();
  await fault(server, 'razorpay', 'order_create', { http: 503 }, 'always');
  const silent = await cancel(loan, key);
  expect([silent.status, codeOf(silent)]).toEqual([503, 'provider_unavailable']);
  await clearFaults(server);
  expect((await cancel(loan, key)).status).toBe(202);
});
