import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followDispute } from '../chargebacks/chargebacks.ts';
import { giveReceipt } from './receipts.ts';
import { hold } from './receipts.repo.ts';
import { ProviderUnreachable } from '#providers/index.ts';
import { dispute } from '#test/disputing.ts';
import { idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { untilWaiting } from '#test/racing.ts';

/** Money without an owner that finds its owner while its payer's bank demands it back. */
const EMI3 = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
const PAISE = 520_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** A loan, and money held that staff could give to it. */
async function aHeld(name: string): Promise<LabLoan & { readonly give: () => Promise<boolean> }> {
  const loan = await lab.lend(name, EMI3);
  const facts = {
    paymentRef: `pay_${name}`,
    orderRef: null,
    amountPaise: PAISE,
    isCreditSource: false,
    receivedAt: lab.clock.now(),
    keepDays: 30,
    hintedRepaymentId: null,
  };
  await lab.worker.plain((tx) => hold(tx, facts, lab.clock.now()));
  const { rows } = await lab.owner.query<{ id: string }>(
    'select id from unidentified_receipts where payment_ref = $1',
    [facts.paymentRef],
  );
  const given = { receiptId: rows[0]!.id, ownerId: loan.userId, loanId: loan.loanId, by: idOf('staff') };
  return { ...loan, give: () => lab.worker.forUser(loan.userId, (tx) => giveReceipt(lab.deps, tx, given)) };
}

const hear = (name: string, status: string) =>
  dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise: PAISE, isDeducted: true }, [status]);

/** The rail does not answer about a dispute, after it was silent so many times. */
async function hearNothing(name: string, silent: number): Promise<void> {
  const error = new ProviderUnreachable({ provider: 'razorpay', op: 'getDispute', message: 'no answer' });
  const providers = { collection: { getDispute: () => Promise.reject(error) } };
  const followed = { disputeRef: `disp_${name}`, silent };
  await followDispute({ ...lab.deps, providers, log: { warn() {} } } as never, followed);
}

/** A dispute as the books have it: the person's, the difference that it was, and the repayment. */
async function standing(name: string) {
  const { rows } = await lab.owner.query<Record<string, unknown>>(
    `select (select string_agg(c.status, ' ') from chargebacks c where c.dispute_ref = $1) as dispute,
       (select string_agg(coalesce(b.resolution, 'open'), ' ') from reconciliation_breaks b where b.reference = $1) as difference,
       (select r.status from repayments r where r.provider_payment_ref = $2) as repayment`,
    [`disp_${name}`, `pay_${name}`],
  );
  return rows[0];
}

async function jobsOf(name: string): Promise<number> {
  const { rows } = await lab.owner.query(
    'select 1 from graphile_worker.jobs where key = $1 and run_at <= now()',
    [`hint:disp_${name}`],
  );
  return rows.length;
}

test('LEND-20: given disputed money without an owner, when staff give it to a payment, then its dispute is the person’s at once', async () => {
  const { give } = await aHeld('given');
  await hear('given', 'open');
  expect(await give()).toBe(true);
  expect(await standing('given')).toEqual({
    dispute: 'open',
    difference: 'identified',
    repayment: 'succeeded',
  });
  expect(await jobsOf('given')).toBe(1);
  await hearNothing('given', 0);
  expect(await standing('given')).toMatchObject({ dispute: 'open' });
  await hear('given', 'lost');
  expect(await standing('given')).toEqual({ dispute: 'lost', difference: 'identified', repayment: 'failed' });
});

test('LEND-20: given a dispute that was lost and cleared, when its money is given to a payment, then it is taken back', async () => {
  const { give } = await aHeld('cleared');
  await hear('cleared', 'lost');
  await lab.owner.query(
    "update reconciliation_breaks set resolved_at = now(), resolution = 'agreed' where reference = 'disp_cleared'",
  );
  expect(await give()).toBe(true);
  expect(await jobsOf('cleared')).toBe(1);
  await hear('cleared', 'lost');
  expect(await standing('cleared')).toEqual({ dispute: 'lost', difference: 'agreed', repayment: 'failed' });
});

test('LEND-20: given a dispute that the rail was silent about, when it names a repayment, then its difference is cleared', async () => {
  const { give } = await aHeld('silent');
  await hearNothing('silent', 6);
  expect(await give()).toBe(true);
  expect(await standing('silent')).toMatchObject({ dispute: null, difference: 'open' });
  await hear('silent', 'won');
  expect(await standing('silent')).toEqual({
    dispute: 'won',
    difference: 'identified',
    repayment: 'succeeded',
  });
});

test('LEND-20: given money that staff give to a payment, when its dispute is heard of meanwhile, then it is the person’s', async () => {
  const { userId, loanId } = await aHeld('raced');
  const { rows } = await lab.owner.query<{ id: string }>(
    "select id from unidentified_receipts where payment_ref = 'pay_raced'",
  );
  let heard: Promise<void> | undefined;
  await lab.worker.forUser(userId, async (tx) => {
    await giveReceipt(lab.deps, tx, { receiptId: rows[0]!.id, ownerId: userId, loanId, by: idOf('staff') });
    heard = hear('raced', 'open');
    heard.catch(() => {});
    await untilWaiting({ query: async (text) => ({ rows: await tx.call(text, []) }) });
  });
  await heard;
  expect(await standing('raced')).toEqual({ dispute: 'open', difference: null, repayment: 'succeeded' });
});
