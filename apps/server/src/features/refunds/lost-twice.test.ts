import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookReturned } from '#features/collections/chargebacks/chargebacks.ts';
import { pursueRefund } from './refunds.service.ts';
import { reverseRepayment } from '#features/repayments/index.ts';
import { toPayment } from '#features/payments/payments.facts.ts';
import { findFacts } from '#features/payments/index.ts';
import { deciding } from '#test/deciding.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { overpaying, PAID } from '#test/overpaying.ts';

/** Money that went back to its payer and was taken by their bank besides, after staff have cleared it. */
let lab: Lab;
const { overpaid, refundsOf, books, openDifferences, start, restart, endRefund } = overpaying(() => lab);
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** Its bank takes all of a repayment back. */
async function takeBack({ userId, loanId }: LabLoan, name: string): Promise<void> {
  const repaymentId = idOf(`repayment ${name}`);
  await lab.worker.forUser(userId, async (tx) => {
    const now = lab.clock.now();
    const reversed = await reverseRepayment(tx, { userId, repaymentId }, 'charged_back', now);
    const target = { userId, loanId, repaymentId, amountPaise: PAID };
    await bookReturned(tx, target, `pay_${name}`, reversed!, now);
  });
}

/** The amount that the payment's page says is on its way back. */
async function shownAsDue({ userId, loanId }: LabLoan): Promise<number | undefined> {
  const facts = await lab.worker.forUser(userId, (tx) => findFacts(tx, userId, loanId));
  return facts && toPayment(facts, EMI3.disbursedOn).refundDuePaise;
}

/** Everything that may begin a refund: what is too much of a loan, what two of the staff send once more, and each one's own turn. */
async function tryEveryWayToRefund(loan: LabLoan): Promise<void> {
  const { userId } = loan;
  await start(loan);
  await restart(loan);
  for (const { id, status } of await refundsOf(loan))
    if (status === 'failed') await pursueRefund(lab.deps as never, { userId, refundId: id });
}

test.each(['loss', 'rail_returned'] as const)(
  'LEND-16, LEND-21: no refund begins of money that its bank took, after what went twice was cleared as %s',
  async (resolution) => {
    const loan = await overpaid(resolution);
    const [refund] = await refundsOf(loan);
    await endRefund(loan, refund!.id, 'processed');
    await takeBack(loan, resolution);
    expect(await books(loan)).toEqual({ A230: refund!.paise });
    expect(await shownAsDue(loan)).toBe(0);
    const [found] = await openDifferences(loan);
    expect(found).toMatchObject({ kind: 'lost_twice' });
    await deciding(lab).clear(loan, found!.id, resolution);
    const cleared = resolution === 'loss' ? { E550: refund!.paise } : {};
    expect(await books(loan)).toEqual(cleared);
    lab.set(new Date(lab.clock.now().getTime() + 2 * 86_400_000));
    await tryEveryWayToRefund(loan);
    expect(await refundsOf(loan)).toHaveLength(1);
    expect(await books(loan)).toEqual(cleared);
    // A new repayment that is too much goes back by itself: it is other money.
    await lab.credit(loan, `${resolution} anew`, PAID, lab.clock.now());
    const [, anew] = await refundsOf(loan);
    await endRefund(loan, anew!.id, 'failed');
    expect((await books(loan))['A230']).toBeUndefined();
    expect(await openDifferences(loan)).toEqual([]);
  },
);

test('LEND-16, LEND-21: a refund that was refused before its bank took the money is not tried again after it', async () => {
  const loan = await overpaid('refused');
  const [refund] = await refundsOf(loan);
  await endRefund(loan, refund!.id, 'failed');
  await takeBack(loan, 'refused');
  // It never went back: nothing went twice.
  expect(await books(loan)).toEqual({});
  expect(await openDifferences(loan)).toEqual([]);
  lab.set(new Date(lab.clock.now().getTime() + 2 * 86_400_000));
  await tryEveryWayToRefund(loan);
  expect(await refundsOf(loan)).toMatchObject([{ status: 'failed' }]);
  expect(await books(loan)).toEqual({});
});
