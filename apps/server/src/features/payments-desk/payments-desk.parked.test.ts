import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { END_OF_DAY_FIGURES } from '#features/end-of-day/end-of-day.figures.ts';
import { dpdOf } from '#features/lending/index.ts';
import { EMI3, type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { findHead } from './payments-desk.detail.repo.ts';
import { listForStaff } from './payments-desk.list.repo.ts';
import { PAYMENTS_WAITING } from './payments-desk.waiting.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('LEND-B5: given a parked loan and one that the database was busy with, when staff look, then the number and the list behind it name the first', async () => {
  const reasons = { broken: 'RangeError', held: 'busy', fine: null };
  const ids: Record<string, string> = {};
  for (const [name, reason] of Object.entries(reasons)) {
    const { userId, loanId } = await lab.lend(name, EMI3);
    ids[name] = loanId;
    if (reason === null) continue;
    await lab.owner.query(
      'insert into parked_loans (user_id, id, business_on, reason, parked_at) values ($1, $2, $3, $4, $5)',
      [userId, loanId, businessDate('2027-01-15'), reason, lab.clock.now()],
    );
  }
  const listed = (isParked: boolean) =>
    lab.worker.plain(async (tx) => {
      const filters = { sort: 'newest', isParked } as const;
      const found = await listForStaff(tx, filters, { after: undefined, limit: 10 }, lab.clock.now());
      return found.map(({ id }) => id);
    });
  const { select } = PAYMENTS_WAITING.find(({ kind }) => kind === 'parked_loans')!;
  const { rows } = await lab.owner.query<{ count: string }>(select);
  const figure = END_OF_DAY_FIGURES.find(({ name }) => name === 'mohlat_loans_parked')!;
  const [read] = await lab.worker.plain((tx) => figure.read(tx, lab.clock.now()));
  expect([Number(rows[0]!.count), read?.value]).toEqual([1, 1]);
  expect(await listed(true)).toEqual([ids['broken']]);
  expect(new Set(await listed(false))).toEqual(new Set([ids['held'], ids['fine']]));
});

test('LEND-D6: given a loan that was late and is repaid, when staff read it, then nothing of it is late any more', async () => {
  const loan = await lab.lend('repaid', EMI3);
  const firstDueOn = businessDate('2027-02-15');
  lab.set(noonOf(addDays(firstDueOn, 5)));
  await lab.catchUp(loan, addDays(firstDueOn, 4));
  const daysLate = () =>
    lab.worker.forUser(loan.userId, async (tx) => dpdOf((await findHead(tx, loan.loanId))!));
  expect(await daysLate()).toBe(5);
  await lab.credit(loan, 'all', 2_000_000, noonOf(addDays(firstDueOn, 5)), 'exit');
  expect((await lab.worker.forUser(loan.userId, (tx) => findHead(tx, loan.loanId)))?.loan_status).toBe(
    'closed',
  );
  expect(await daysLate()).toBe(0);
});
