import { businessDate, HOUR_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleBreaks } from '#features/reconciliation/reconciliation.cleared.ts';
import { ProviderContractDrift, ProviderRejected, ProviderTimeout } from '#providers/index.ts';
import { idOf, type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { enquireRepayment } from './repayments.enquiry.ts';

/** Orders about which the rail answers, and says nothing that helps, each time it is asked. */
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const BEGUN = noonOf(businessDate('2027-02-10'));
const hoursLater = (hours: number) => new Date(BEGUN.getTime() + hours * HOUR_MS);
const AMOUNT = 520_000;
const at = { provider: 'razorpay', message: 'no' } as const;
const REJECTED = new ProviderRejected({ ...at, op: 'paymentsOf', providerCode: 'BAD_REQUEST_ERROR' });
const DRIFT = new ProviderContractDrift({ ...at, op: 'paymentsOf', field: 'items.status' });
const SILENT = new ProviderTimeout({ ...at, op: 'paymentsOf' });
const NOT_CAPTURED = new ProviderRejected({ ...at, op: 'capture' });
const AUTHORISED = {
  paymentRef: 'pay_late',
  status: 'authorized',
  amount: AMOUNT,
  amountRefunded: 0,
  isCreditSource: false,
};

async function anOrder(name: string, status: 'initiated' | 'unknown' | 'failed' = 'initiated') {
  const terms = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
  const loan = await lab.lend(`${name} l`, terms);
  lab.set(BEGUN);
  const repaymentId = idOf(`repayment ${name}`);
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, failure_reason, channel, order_ref, created_at, next_enquiry_at)
     values ($1, $2, $3, $4, $5, $6, 'checkout', $7, $8, $8)`,
    [
      loan.userId,
      repaymentId,
      loan.loanId,
      AMOUNT,
      status,
      status === 'failed' ? 'payment_failed' : null,
      `order_${name}`,
      BEGUN,
    ],
  );
  const ids = { userId: loan.userId, repaymentId };
  /** A look so many hours after the order was made. */
  const look = async (hours: number, answer: Error | readonly object[], capture?: Error) => {
    lab.set(hoursLater(hours));
    const given = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
    const collection = { paymentsOf: given, capture: () => Promise.reject(capture!) };
    await enquireRepayment({ ...lab.deps, providers: { collection } } as never, ids);
    await lab.worker.plain((tx) => settleBreaks(tx, lab.clock.now()));
  };
  const differences = async () => {
    const { rows } = await lab.owner.query<{ said: string }>(
      `select kind || ' ' || reference || coalesce(' ' || resolution, '') as said from reconciliation_breaks
       where repayment_id = $1 order by opened_at, id`,
      [repaymentId],
    );
    return rows.map(({ said }) => said);
  };
  const row = async () => {
    const { rows } = await lab.owner.query<{ status: string; reason: string | null; isAsked: boolean }>(
      `select status, failure_reason as reason, next_enquiry_at is not null as "isAsked" from repayments where id = $1`,
      [repaymentId],
    );
    return rows[0]!;
  };
  return { ids, look, differences, row };
}

test.each([
  ['refused', REJECTED],
  ['drift', DRIFT],
])(
  'LEND-21: given an order whose enquiry is answered with %s for a day, then staff see it, once',
  async (name, error) => {
    const order = await anOrder(`day-${name}`);
    await order.look(23, error);
    expect(await order.differences()).toEqual([]);
    for (const hours of [24, 25, 80, 900]) await order.look(hours, error);
    expect(await order.differences()).toEqual([`pending_one_day order_day-${name}`]);
    expect(await order.row()).toEqual({ status: 'initiated', reason: null, isAsked: true });
  },
);

test('LEND-21: given such an order, when the rail answers again, then its difference has ended', async () => {
  const order = await anOrder('again');
  await order.look(30, DRIFT);
  await order.look(31, []);
  expect(await order.differences()).toEqual(['pending_one_day order_again settled']);
  for (const minute of [0, 5, 10]) await order.look(80 + minute / 60, []);
  expect(await order.row()).toEqual({ status: 'failed', reason: 'not_paid', isAsked: false });
});

test.each(['initiated', 'unknown'] as const)(
  'LEND-20: given an order that is %s, when looks after days of rest find nothing, then the third in a row fails it',
  async (status) => {
    const order = await anOrder(`rest-${status}`, status);
    const open = { status, reason: null, isAsked: true };
    const answers = [[], SILENT, [], [], []] as const;
    const seen = [];
    for (const [index, answer] of answers.entries()) {
      await order.look(100 + index / 12, answer);
      seen.push(await order.row());
    }
    const failed = { status: 'failed', reason: 'not_paid', isAsked: false };
    expect(seen).toEqual([open, open, open, open, failed]);
  },
);

test('LEND-21: given such a difference that staff have closed, then it is not opened again', async () => {
  const order = await anOrder('closed');
  await order.look(30, DRIFT);
  await lab.owner.query(
    "update reconciliation_breaks set resolved_at = opened_at, resolution = 'agreed', resolved_by = new_id(), note = 'seen' where repayment_id = $1",
    [order.ids.repaymentId],
  );
  await order.look(31, DRIFT);
  expect(await order.differences()).toEqual(['pending_one_day order_closed agreed']);
});

test('LEND-X1: given silence alone, however long, then there is no difference and no verdict', async () => {
  const order = await anOrder('silent');
  for (const hours of [30, 100]) await order.look(hours, SILENT);
  expect(await order.differences()).toEqual([]);
  expect(await order.row()).toEqual({ status: 'initiated', reason: null, isAsked: true });
});

test('LEND-20: given an order that the rail called failed, when it is refused for three days, then it is asked about no more', async () => {
  const order = await anOrder('failed', 'failed');
  await order.look(71, REJECTED);
  expect((await order.row()).isAsked).toBe(true);
  await order.look(72, REJECTED);
  expect(await order.row()).toEqual({ status: 'failed', reason: 'payment_failed', isAsked: false });
  expect(await order.differences()).toEqual([]);
});

test('LEND-20: given an order that the rail called failed, when a look after days of rest finds nothing, then it failed for the same reason', async () => {
  const order = await anOrder('rest-failed', 'failed');
  await order.look(100, []);
  expect(await order.row()).toEqual({ status: 'failed', reason: 'payment_failed', isAsked: false });
});

test.each([
  ['initiated', 'initiated'],
  ['failed', 'unknown'],
] as const)(
  'LEND-21: given an order that is %s, when its capture is refused a day on, then staff see it before its money goes back',
  async (status, then) => {
    const order = await anOrder(`capture-${status}`, status);
    for (const hours of [24, 25]) await order.look(hours, [AUTHORISED], NOT_CAPTURED);
    expect(await order.differences()).toEqual([`pending_one_day order_capture-${status}`]);
    expect(await order.row()).toEqual({ status: then, reason: null, isAsked: true });
  },
);
