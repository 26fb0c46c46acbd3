import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reversePayment } from '#features/reconciliation/reconciliation.unwind.ts';
import { EMI3, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { atTheRail, PROMISED } from '#test/rail-lab.ts';
import { findFacts, toPayment } from '../index.ts';
import { listSchedule } from './schedule.ts';

let lab: Lab;
let loan: LabLoan;
const { hear, withdraw } = atTheRail(() => lab);
beforeAll(async () => {
  lab = await openLab();
  const disbursedOn = businessDate('2027-01-15');
  loan = await lab.lend('frozen over two', { billPaise: 1_500_000, instalments: 3, disbursedOn });
});
afterAll(() => lab.close());

async function liveTo(text: string): Promise<BusinessDate> {
  const on = businessDate(text);
  lab.set(noonOf(on));
  await lab.catchUp(loan, addDays(on, -1));
  return on;
}

/** The plan as its page and the list of what is due show it on a day. */
async function shownOn(on: BusinessDate) {
  const { userId, loanId } = loan;
  return lab.worker.forUser(userId, async (tx) => {
    const { nextDue, dueDate, schedule } = toPayment((await findFacts(tx, userId, loanId))!, on);
    const { items } = await listSchedule(tx, userId, on, { limit: 10 });
    const daysOf = (rows: readonly { dueDate: string; status: string }[]) =>
      rows.map((row) => [row.dueDate, row.status]);
    const agreed = schedule.map((row) => row.agreedDate);
    return { nextDue, dueDate, agreed, schedule: daysOf(schedule), list: daysOf(items) };
  });
}

test('LEND-X10: given a freeze over two due dates, when it ended, then both fall on their day of demand', async () => {
  await liveTo('2027-02-10');
  await hear(loan, PROMISED);
  const frozen = await shownOn(await liveTo('2027-03-20'));
  expect(frozen.schedule.map(([day]) => day)).toEqual(['2027-02-15', '2027-03-15', '2027-04-15']);
  await withdraw(loan);
  const thawed = await shownOn(await liveTo('2027-03-21'));
  const days = [
    ['2027-03-21', 'due'],
    ['2027-03-21', 'due'],
    ['2027-04-15', 'upcoming'],
  ];
  expect(thawed).toEqual({
    nextDue: { number: 1, amountPaise: 520_000, dueDate: '2027-03-21' },
    dueDate: '2027-04-15',
    agreed: ['2027-02-15', '2027-03-15', undefined],
    schedule: days,
    list: days,
  });
});

test('LEND-X10: given due dates moved behind another loan’s, then the schedule is oldest first, page by page', async () => {
  const day = (text: string) => businessDate(text);
  const terms = { billPaise: 1_500_000, instalments: 3 };
  loan = await lab.lend('moved behind', { ...terms, disbursedOn: day('2027-01-15') });
  await liveTo('2027-02-10');
  await hear(loan, PROMISED);
  const { userId, loanId } = await lab.lend('moved not', { ...terms, disbursedOn: day('2027-02-18') });
  await liveTo('2027-03-20');
  await withdraw(loan);
  const on = await liveTo('2027-03-21');
  const read = (limit: number, cursor?: string) =>
    lab.worker.forUser(userId, (tx) => listSchedule(tx, userId, on, { limit, cursor }));
  const { items } = await read(100);
  expect(items.map((one) => [one.dueDate, one.number, one.paymentId === loanId])).toEqual([
    ['2027-03-18', 1, true],
    ['2027-03-21', 1, false],
    ['2027-03-21', 2, false],
    ['2027-04-15', 3, false],
    ['2027-04-18', 2, true],
    ['2027-05-18', 3, true],
  ]);
  const first = await read(2);
  const second = await read(10, first.nextCursor!);
  expect([...first.items, ...second.items]).toEqual(items);
  expect(second.nextCursor).toBeNull();
});

/** The states of a plan's instalments on a day. */
function statesOn({ userId, loanId }: LabLoan, on: BusinessDate) {
  return lab.worker.forUser(userId, async (tx) =>
    toPayment((await findFacts(tx, userId, loanId))!, on).schedule.map((row) => row.status),
  );
}

test('given a payment that is no loan, when its due dates are over, then nothing of its plan is due', async () => {
  const failed = await lab.lend('failed one', { ...EMI3, isRefused: true });
  const unknown = await lab.lend('unknown one', { ...EMI3, isUnanswered: true });
  const reversed = await lab.lend('reversed one', EMI3);
  await lab.worker.forUser(reversed.userId, (tx) =>
    reversePayment(lab.deps, tx, { userId: reversed.userId, paymentId: reversed.loanId }, {}),
  );
  const on = businessDate('2027-03-15');
  const states = await Promise.all([failed, unknown, reversed].map((one) => statesOn(one, on)));
  expect(states.flat()).toEqual(Array.from({ length: 9 }, () => 'upcoming'));
});
