import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { debit } from '#test/debiting.ts';
import { EMI3, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { statusOf } from '../payments.facts.ts';
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

test('LEND-9: given a tiny rest, when its day is over and not closed, then every list says that it is let off', async () => {
  const loan = await lab.lend('tiny rest', EMI3);
  for (const [number, paidPaise, day] of [
    [3, 519_942, '2027-01-25'],
    [1, 520_000, '2027-02-15'],
    [2, 520_000, '2027-03-15'],
  ] as const) {
    lab.set(noonOf(businessDate(day)));
    await debit(lab, loan, `part ${number}`, paidPaise, lab.clock.now(), number);
  }
  const lastDueOn = businessDate('2027-04-15');
  lab.set(noonOf(lastDueOn));
  await lab.catchUp(loan, addDays(lastDueOn, -1));
  expect(await shown(loan)).toEqual({
    page: 'pending',
    history: [['pending', undefined]],
    completed: 0,
    due: [[58, 'due']],
  });
  lab.set(noonOf(addDays(lastDueOn, 1)));
  expect(await shown(loan)).toEqual({
    page: 'completed',
    history: [['completed', 'repaid']],
    completed: 1,
    due: [],
  });
});
