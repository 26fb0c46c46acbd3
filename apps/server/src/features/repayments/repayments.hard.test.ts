import { randomUUID } from 'node:crypto';
import type { Problem, Repayment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { refundAtRail } from '#test/refunding.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, balances, clearFaults, fault, drained, signInAgain } from '#test/steps.ts';

let server: TestServer;
const { aLoan, start, begin, payOrder, confirm, untilRepayment, webhooks } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  await webhooks({});
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

interface Row {
  readonly status: string;
  readonly failure_reason: string | null;
  readonly next_enquiry_at: Date | null;
  readonly enquiry_count: number;
}

async function rowOf(id: string): Promise<Row> {
  const { rows } = await server.sql.query<Row>('select * from repayments where id = $1', [id]);
  return rows[0]!;
}

async function untilLooked(id: string, times = 1): Promise<Row> {
  return until(async () => {
    const row = await rowOf(id);
    return row.enquiry_count >= times ? row : undefined;
  });
}

async function breaksOf(id: string): Promise<{ kind: string; detail: Record<string, unknown> }[]> {
  const { rows } = await server.sql.query<{ kind: string; detail: Record<string, unknown> }>(
    'select kind, rail, ours_paise::integer, theirs_paise::integer, detail from reconciliation_breaks where repayment_id = $1',
    [id],
  );
  return rows;
}

const orderOf = async (loan: Loan, amountPaise: number) => (await start(loan, amountPaise)).body;
const minutesUntil = (at: Date, from: number) => (at.getTime() - from) / 60_000;

test('PAY-11: the same amount asked for again, under another key and at once, is the same open order', async () => {
  const loan = await aLoan(300_000);
  const replies = await Promise.all(Array.from({ length: 6 }, () => start(loan, 50_000)));
  expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 202));
  const again = await start(loan, 50_000);
  const all = [...replies, again];
  expect(new Set(all.map((reply) => reply.body.checkout?.orderId)).size).toBe(1);
  expect(new Set(all.map((reply) => reply.body.id)).size).toBe(1);
  expect(again.body).toEqual(replies[0]!.body);
  expect((await orderOf(loan, 60_000)).id).not.toBe(again.body.id);
});

test('PAY-11: an order is tried again after an attempt that failed; a paid one is not given again', async () => {
  const loan = await aLoan(300_000);
  const paid = await begin(loan, 50_000);
  expect((await confirm(loan.person, paid.id, paid)).body.status).toBe('succeeded');
  const failed = await begin(loan, 50_000, 'failure@razorpay');
  await untilRepayment(loan.person, failed.id, 'failed');
  expect((await orderOf(loan, 50_000)).id).toBe(failed.id);
  expect(failed.id).not.toBe(paid.id);
});

test('PAY-11: an unpaid order is reused a day later, and its next enquiry is as soon as that of a new one', async () => {
  const loan = await aLoan(300_000);
  const { id } = await orderOf(loan, 50_000);
  await advance(server, 'P1D');
  const now = server.now();
  expect(minutesUntil((await untilLooked(id)).next_enquiry_at!, now)).toBeGreaterThan(30);
  expect((await orderOf(loan, 50_000)).id).toBe(id);
  expect(minutesUntil((await rowOf(id)).next_enquiry_at!, now)).toBeLessThan(2);
});

test('PAY-11: an order whose outcome is not known is given again, so that the rail takes money once', async () => {
  await webhooks({ provider: 'razorpay', drop: true });
  const loan = await aLoan(300_000);
  const begun = await begin(loan, 50_000);
  await fault(server, 'razorpay', 'payment_get', { http: 503 }, 'always');
  expect((await confirm(loan.person, begun.id, begun)).body.status).toBe('unknown');
  expect((await orderOf(loan, 50_000)).id).toBe(begun.id);
});

test('orders are counted per person and hour; a replay, a refusal and an order given again are not', async () => {
  const loan = await aLoan(300_000);
  const key = randomUUID();
  const open = (await start(loan, 50_000, key)).body;
  await server.sql.query(
    `update call_counters set count = 400 where kind = 'repayment_order'
       and user_id = (select user_id from loans where id = $1)`,
    [loan.id],
  );
  const refused = await start(loan, 50_001);
  expect([refused.status, (refused.body as unknown as Problem).code]).toEqual([429, 'too_many_requests']);
  expect((await start(loan, 50_000, key)).body).toEqual(open);
  expect((await orderOf(loan, 50_000)).id).toBe(open.id);
  expect((await start(loan, loan.owed + 1)).status).toBe(422);
  const { items } = await loan.person.ok<{ items: Repayment[] }>('GET', `/repayments?paymentId=${loan.id}`);
  expect(items).toHaveLength(1);
});

test('PAY-10: of the untouched orders of a loan the newest three are looked at often, the others rarely', async () => {
  const loan = await aLoan(300_000);
  const orders = [];
  for (const amount of [10_001, 10_002, 10_003, 10_004, 10_005]) orders.push(await orderOf(loan, amount));
  await advance(server, 'PT2M');
  const now = server.now();
  const waits = [];
  for (const { id } of orders) waits.push(minutesUntil((await untilLooked(id)).next_enquiry_at!, now));
  expect(waits.map((minutes) => (minutes > 300 ? 'rarely' : 'often'))).toEqual([
    'rarely',
    'rarely',
    'often',
    'often',
    'often',
  ]);
  // Its call-back is heard all the same.
  await payOrder(orders[0]!.checkout!.orderId, 'abandon@razorpay');
  await untilRepayment(loan.person, orders[0]!.id, 'succeeded');
});

test("LEND-X9: a captured amount that is not the order's is not credited: unknown, a break, and credited when it agrees", async () => {
  const loan = await aLoan(300_000);
  await webhooks({ provider: 'razorpay', drop: true });
  await fault(server, 'razorpay', 'order_payments', { mismatch: 'amount' }, 'always');
  const begun = await begin(loan, 100_000, 'abandon@razorpay');
  await advance(server, 'PT2M');
  await untilRepayment(loan.person, begun.id, 'unknown');
  expect(await balances(server, { loanId: loan.id })).not.toHaveProperty('A120');
  expect((await rowOf(begun.id)).failure_reason).toBe('amount_differs');
  expect(await breaksOf(begun.id)).toEqual([
    {
      kind: 'amount',
      rail: 'razorpay',
      ours_paise: 100_000,
      theirs_paise: 100_100,
      detail: { orderPaise: 100_000, railPaise: 100_100, refundedPaise: 0, paymentRef: begun.paymentId },
    },
  ]);
  await advance(server, 'PT61M');
  await untilLooked(begun.id, 2);
  expect(await breaksOf(begun.id)).toHaveLength(1);
  await clearFaults(server);
  await advance(server, 'PT61M');
  await signInAgain(loan.person);
  const credited = await untilRepayment(loan.person, begun.id, 'succeeded');
  expect(credited.failureReason).toBeUndefined();
});

test("LEND-X9: an authorised amount that is not the order's is not captured", async () => {
  const loan = await aLoan(300_000);
  const begun = await begin(loan, 100_000, 'late@razorpay');
  await untilRepayment(loan.person, begun.id, 'failed');
  await fault(server, 'razorpay', 'order_payments', { mismatch: 'amount' }, 'always');
  await advance(server, 'PT20H1M');
  await until(async () => ((await breaksOf(begun.id)).length > 0 ? true : undefined));
  const [taken] = await server.control<{ status: string }[]>('GET', `/truth/collections?receipt=${begun.id}`);
  expect(taken?.status).toBe('authorized');
});

test('captured, then given back before we heard of it: failed, and asked no more', async () => {
  const loan = await aLoan(300_000);
  await webhooks({ provider: 'razorpay', drop: true });
  const begun = await begin(loan, 100_000, 'abandon@razorpay');
  await refundAtRail(server, begun.paymentId);
  await advance(server, 'PT2M');
  const repayment = await untilRepayment(loan.person, begun.id, 'failed');
  expect(repayment.failureReason).toBe('refunded');
  expect((await rowOf(begun.id)).next_enquiry_at).toBeNull();
  expect(await balances(server, { loanId: loan.id })).not.toHaveProperty('A120');
});

test('captured, then given back in part before we heard of it: a person looks into it', async () => {
  const loan = await aLoan(300_000);
  await webhooks({ provider: 'razorpay', drop: true });
  const begun = await begin(loan, 100_000, 'abandon@razorpay');
  await refundAtRail(server, begun.paymentId, 40_000);
  await advance(server, 'PT2M');
  await untilRepayment(loan.person, begun.id, 'unknown');
  expect((await breaksOf(begun.id)).map((one) => [one.kind, one.detail['refundedPaise']])).toEqual([
    ['amount', 40_000],
  ]);
  expect(await balances(server, { loanId: loan.id })).not.toHaveProperty('A120');
});

/** The repayment that money of an order names which we never made. */
let unknownMoney: string;

test('LEND-21: double@ on an order we never made: what names its owner is a break, and no money is guessed', async () => {
  const loan = await aLoan(310_000);
  const begun = await begin(loan, 123_400, 'double@razorpay');
  unknownMoney = begun.id;
  await untilRepayment(loan.person, begun.id, 'succeeded');
  const [found] = await until(async () => {
    const breaks = await breaksOf(begun.id);
    return breaks.length > 0 ? breaks : undefined;
  });
  expect(found).toMatchObject({
    kind: 'unmatched_receipt',
    rail: 'razorpay',
    theirs_paise: 123_400,
    detail: { amountPaise: 123_400 },
  });
  await drained();
  expect(await breaksOf(begun.id)).toHaveLength(1);
  expect(await balances(server, { loanId: loan.id })).toMatchObject({ A120: 123_400 });
});

test('a rail that stays silent for more than three days fails nothing', async () => {
  const loan = await aLoan(300_000);
  await webhooks({ provider: 'razorpay', drop: true });
  const begun = await begin(loan, 100_000, 'abandon@razorpay');
  await fault(server, 'razorpay', 'order_payments', { http: 503 }, 'always');
  await advance(server, 'PT2M');
  const { enquiry_count: looks } = await untilLooked(begun.id);
  await advance(server, 'P4D');
  expect((await untilLooked(begun.id, looks + 1)).status).toBe('initiated');
  await clearFaults(server);
  await advance(server, 'P1DT1H');
  await signInAgain(loan.person);
  await untilRepayment(loan.person, begun.id, 'succeeded');
});

test('LEND-21: money on an order we never made is kept for its owner once the rail has settled it', async () => {
  // Days have passed since; the file of yesterday is read some minutes from now.
  await advance(server, 'PT20M');
  const found = await until(async () => {
    const { rows } = await server.sql.query<{ amount: number }>(
      'select amount_paise::integer as amount from unidentified_receipts where hinted_repayment_id = $1',
      [unknownMoney],
    );
    return rows[0];
  });
  expect(found.amount).toBe(123_400);
});
