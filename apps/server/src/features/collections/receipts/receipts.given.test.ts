import { afterAll, beforeAll, expect, test } from 'vitest';
import { followDispute } from '../chargebacks/chargebacks.ts';
import { giveReceipt, takeReceiptBack } from './receipts.ts';
import { identify } from './receipts.repo.ts';
import { creditIdentified } from '#features/repayments/index.ts';
import { ProviderUnreachable } from '#providers/index.ts';
import { dispute } from '#test/disputing.ts';
import { holdMoney } from '#test/holding.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { untilWaiting } from '#test/racing.ts';

/** Money without an owner that finds its owner while its payer's bank demands it back. */
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
async function aHeld(
  name: string,
): Promise<LabLoan & { readonly give: (amountPaise?: number) => Promise<boolean> }> {
  const loan = await lab.lend(name, EMI3);
  const receiptId = await holdMoney(lab, name, PAISE);
  const given = { receiptId, ownerId: loan.userId, loanId: loan.loanId, by: idOf('staff') };
  const give = (amountPaise = PAISE) =>
    lab.worker.forUser(loan.userId, (tx) => giveReceipt(lab.deps, tx, { ...given, amountPaise }));
  return { ...loan, give };
}

const hear = (name: string, status: string, amountPaise = PAISE) =>
  dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise, isDeducted: true }, [status]);

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
       (select string_agg(coalesce(b.resolution, 'open'), ' ' order by b.opened_at, b.id) from reconciliation_breaks b where b.reference = $1) as difference,
       (select r.status from repayments r where r.provider_payment_ref = $2) as repayment`,
    [`disp_${name}`, `pay_${name}`],
  );
  return rows[0];
}

async function jobsOf(name: string): Promise<number> {
  const { rows } = await lab.owner.query(
    'select 1 from graphile_worker.jobs where key = $1 and run_at <= now()',
    [`hint:collections.dispute:disp_${name}`],
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

test('LEND-20: given a dispute that was lost, then its money is credited to no account', async () => {
  const { give } = await aHeld('gone');
  await hear('gone', 'open');
  await hear('gone', 'lost');
  expect(await give()).toBe(false);
  expect(await standing('gone')).toEqual({ dispute: null, difference: 'taken_back', repayment: null });
});

test('LEND-20: given an open dispute that staff agreed to, when its money is given to a payment, then it is the person’s', async () => {
  const { give } = await aHeld('cleared');
  await hear('cleared', 'open');
  await lab.owner.query(
    "update reconciliation_breaks set resolved_at = now(), resolution = 'agreed' where reference = 'disp_cleared'",
  );
  expect(await give()).toBe(true);
  expect(await jobsOf('cleared')).toBe(1);
  await hear('cleared', 'lost');
  expect(await standing('cleared')).toEqual({ dispute: 'lost', difference: 'agreed', repayment: 'failed' });
});

test('LEND-20: given a lost dispute of a part, when the rest is given to a payment, then the part stays lost', async () => {
  const { give } = await aHeld('rest');
  await hear('rest', 'lost', 20_000);
  // The sum that staff saw before is there no more.
  expect(await give()).toBe(false);
  expect(await give(PAISE - 20_000)).toBe(true);
  await hear('rest', 'lost', 20_000);
  expect(await standing('rest')).toEqual({ dispute: null, difference: null, repayment: 'succeeded' });
  const { rows } = await lab.owner.query(
    "select amount_paise::integer as paise from repayments where provider_payment_ref = 'pay_rest'",
  );
  expect(rows).toEqual([{ paise: PAISE - 20_000 }]);
  // Won after all, it is for staff: its owner is known.
  await hear('rest', 'won', 20_000);
  expect(await standing('rest')).toMatchObject({ dispute: null, difference: 'open' });
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
    await giveReceipt(lab.deps, tx, {
      receiptId: rows[0]!.id,
      amountPaise: PAISE,
      ownerId: userId,
      loanId,
      by: idOf('staff'),
    });
    heard = hear('raced', 'open');
    heard.catch(() => {});
    await untilWaiting({ query: async (text) => ({ rows: await tx.call(text, []) }) });
  });
  await heard;
  expect(await standing('raced')).toEqual({ dispute: 'open', difference: null, repayment: 'succeeded' });
});

test('LEND-20: given money taken back from a payment while its dispute is asked about, then the dispute has no owner', async () => {
  const { userId, loanId, give } = await aHeld('taken');
  expect(await give()).toBe(true);
  const { rows } = await lab.owner.query<{ id: string }>(
    "select id from unidentified_receipts where payment_ref = 'pay_taken'",
  );
  let isTaken = false;
  const worker: Lab['worker'] = {
    ...lab.worker,
    async forUser(id, work) {
      if (!isTaken)
        isTaken = await lab.worker.forUser(userId, (tx) =>
          takeReceiptBack(lab.deps, tx, rows[0]!.id, loanId),
        );
      return lab.worker.forUser(id, work);
    },
  };
  const raced = { ...lab, deps: { ...lab.deps, worker } };
  await dispute(raced, 'taken', { paymentRef: 'pay_taken', amountPaise: PAISE, isDeducted: true }, ['open']);
  expect(isTaken).toBe(true);
  expect(await standing('taken')).toEqual({ dispute: null, difference: 'open', repayment: null });
  const disputes = await lab.owner.query(
    "select status from receipt_disputes where dispute_ref = 'disp_taken'",
  );
  expect(disputes.rows).toEqual([{ status: 'open' }]);
});

test('LEND-20: given disputed money that an older process gave to a payment, when its dispute is heard of, then it is the person’s alone', async () => {
  const { userId, loanId } = await aHeld('older');
  await hear('older', 'open');
  const { rows } = await lab.owner.query<{ id: string }>(
    "select id from unidentified_receipts where payment_ref = 'pay_older'",
  );
  const [{ id } = { id: '' }] = rows;
  const now = lab.clock.now();
  const money = { amountPaise: PAISE, refundedPaise: 0, capturedAt: now, isCreditSource: false };
  await lab.worker.forUser(userId, async (tx) => {
    await identify(tx, id, { amountPaise: PAISE, ownerId: userId, loanId, by: idOf('staff') }, now);
    await creditIdentified(lab.deps, tx, { userId, loanId }, { ...money, providerPaymentRef: 'pay_older' });
  });
  await hear('older', 'open');
  const disputes = await lab.owner.query(
    "select status, ended_at is not null as ended, next_look_at as next from receipt_disputes where dispute_ref = 'disp_older'",
  );
  expect(disputes.rows).toEqual([{ status: 'given', ended: true, next: null }]);
  expect(await standing('older')).toEqual({
    dispute: 'open',
    difference: 'identified',
    repayment: 'succeeded',
  });
});
