import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { settlePaidIn } from './settle.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

test.each([1, 3])(
  'LEND-X6, LEND-L4, LEND-X7: a bill of %i instalments whose outcome is learned after a due date is booked on the day it was paid, and brings no charge of days before we knew',
  async (instalments) => {
    const began = businessDate('2027-01-15');
    const learned = businessDate('2027-03-25');
    const terms = { billPaise: 1_500_000, instalments, disbursedOn: began, isUnanswered: true };
    const { userId, loanId } = await lab.lend(`${instalments} l`, terms);
    lab.set(noonOf(learned));
    const success = { paidAt: noonOf(began), railReference: `rail ${instalments}`, railFeePaise: 0 };
    const settle = { userId, paymentId: loanId };
    expect(await lab.worker.forUser(userId, (tx) => settlePaidIn(tx, lab.deps, settle, success))).toBe(true);
    const { rows: loans } = await lab.owner.query(
      'select disbursed_on::text as on from loans where id = $1',
      [loanId],
    );
    expect(loans).toEqual([{ on: began }]);
    const chargesThrough = async (day: string) => {
      await lab.catchUp({ userId, loanId }, businessDate(day));
      const { rows } = await lab.owner.query<{ on: string }>(
        'select levied_on::text as on from charges where loan_id = $1 order by levied_on',
        [loanId],
      );
      return rows.map(({ on }) => on);
    };
    expect(await chargesThrough(addDays(learned, -1))).toEqual([]);
    // From then on it is a loan like any other.
    lab.set(noonOf(businessDate('2027-05-01')));
    const later = await chargesThrough('2027-04-30');
    expect(later.length).toBeGreaterThan(0);
    expect(later[0]! > learned).toBe(true);
  },
);
