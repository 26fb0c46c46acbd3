import { addDays, businessDate, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { applyWaiver, findWaivable } from './index.ts';

const START = businessDate('2027-01-15');
let lab: Lab;
let loan: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  loan = await lab.lend('relief l', { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  lab.set(noonOf(addDays(START, 40)));
  await lab.catchUp(loan, addDays(START, 39));
});
afterAll(() => lab.close());

const today = () => istDate(lab.clock.now().getTime());
const waivable = () => lab.worker.forUser(loan.userId, (tx) => findWaivable(tx, loan, 'interest', today()));

test('LEND-24: a waiver that was applied is not applied again', async () => {
  expect(await waivable()).toBe(15_000);
  expect(await deciding(lab).waive(loan, 'once', 'interest', 5_000)).toBe(5_000);
  const again = () =>
    lab.worker.forUser(loan.userId, (tx) =>
      applyWaiver(tx, loan.userId, idOf('waiver once'), lab.clock.now()),
    );
  await expect(again()).rejects.toThrow();
  expect(await waivable()).toBe(10_000);
  expect(await lab.broken()).toEqual([]);
});
