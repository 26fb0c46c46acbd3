import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { debit } from '#test/debiting.ts';
import { EMI3, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { statusOf } from '../payments.facts.ts';
import { reversePayment } from '../../reconciliation/reconciliation.unwind.ts';
import { listSchedule } from '../quote/schedule.ts';
import { listHistory } from './history.ts';
import { findFactsOn } from './today.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const LAST_DUE_ON = businessDate('2027-04-15');

/** One payment as its page, the history, that of completed ones and the list of what is due tell it. */
function shown({ userId, loanId }: LabLoan) {
  const today = lab.clock.today();
  const whole = { limit: 10, format: 'json', language: 'en' } as const;
  return lab.worker.forUser(userId, async (tx) => {
    const history = await listHistory(tx, userId, today, whole);
    const completed = await listHistory(tx, userId, today, { ...whole, status: 'completed' });
    const due = await listSchedule(tx, userId, today, whole);
    return {
      page: statusOf((await findFactsOn(tx, userId, loanId, today))!),
      history: history.items.map(({ status, ending }) => [status, ending]),
      completed: completed.items.length,
      due: due.items.map(({ duePaise, status }) => [duePaise, status]),
    };
  });
}

/** A loan of which 58 paise are left; the noon of its last due day, to which the day before is closed. */
async function aTinyRest(name: string): Promise<LabLoan> {
  const loan = await lab.lend(name, EMI3);
  for (const [number, paidPaise, day] of [
    [3, 519_942, '2027-01-25'],
    [1, 520_000, '2027-02-15'],
    [2, 520_000, '2027-03-15'],
  ] as const) {
    lab.set(noonOf(businessDate(day)));
    await debit(lab, loan, `${name} ${number}`, paidPaise, lab.clock.now(), number);
  }
  lab.set(noonOf(LAST_DUE_ON));
  await lab.catchUp(loan, addDays(LAST_DUE_ON, -1));
  return loan;
}

test('LEND-9: given a tiny rest, when its day is over and not closed, then every list says that it is let off', async () => {
  const loan = await aTinyRest('tiny rest');
  expect(await shown(loan)).toEqual({
    page: 'pending',
    history: [['pending', undefined]],
    completed: 0,
    due: [[58, 'due']],
  });
  lab.set(noonOf(addDays(LAST_DUE_ON, 1)));
  expect(await shown(loan)).toEqual({
    page: 'completed',
    history: [['completed', 'repaid']],
    completed: 1,
    due: [],
  });
});

test('LEND-9: given loans that were left and undone, when a tiny rest of another is let off, then each is listed as it ended', async () => {
  const [left, undone] = [await lab.lend('each left', EMI3), await lab.lend('each undone', EMI3)];
  lab.set(noonOf(addDays(EMI3.disbursedOn, 1)));
  await lab.credit(left, 'each left', 1_500_980, lab.clock.now(), 'exit');
  const ids = { userId: undone.userId, paymentId: undone.loanId };
  await lab.worker.forUser(undone.userId, (tx) => reversePayment(lab.deps, tx, ids, {}));
  const loan = await aTinyRest('each rest');
  const [cancelled, failed] = [
    ['completed', 'cancelled'],
    ['failed', undefined],
  ];
  const inOrder = (history: readonly unknown[][]) =>
    history.toSorted((a, b) => String(a).localeCompare(String(b)));
  expect(inOrder((await shown(loan)).history)).toEqual([cancelled, failed, ['pending', undefined]]);
  lab.set(noonOf(addDays(LAST_DUE_ON, 1)));
  const { history, completed } = await shown(loan);
  expect([inOrder(history), completed]).toEqual([[cancelled, ['completed', 'repaid'], failed], 2]);
});
