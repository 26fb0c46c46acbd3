import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { owedOn } from '#features/payments/index.ts';
import { EMI3, type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { wasLateSince } from './payments-desk.detail.repo.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

test('LEND-23: given a late loan that is repaid, then it was late since each day before that, and since none after', async () => {
  const paidOn = businessDate('2027-02-24');
  const loan = await lab.lend('late lately', EMI3);
  const was = (day: string) =>
    lab.worker.forUser(loan.userId, (tx) =>
      wasLateSince(tx, { userId: loan.userId, paymentId: loan.loanId }, businessDate(day)),
    );
  lab.set(noonOf(businessDate('2027-02-10')));
  await lab.catchUp(loan, businessDate('2027-02-09'));
  expect(await was('2027-02-01')).toBe(false);
  lab.set(noonOf(paidOn));
  await lab.catchUp(loan, addDays(paidOn, -1));
  const owedPaise = await lab.worker.forUser(loan.userId, (tx) => owedOn(tx, loan.userId, paidOn));
  await lab.credit(loan, 'late lately', owedPaise, lab.clock.now());
  for (const [day, isLate] of [
    ['2027-02-01', true],
    ['2027-02-20', true],
    ['2027-02-23', true],
    ['2027-02-24', false],
  ] as const)
    expect([day, await was(day)]).toEqual([day, isLate]);
});
