import { simulate } from '@mohlat/lending/simulate';
import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { debit } from './debiting.ts';
import { nothingCompared } from './kernel-beside.ts';
import { type Lab, noonOf, openLab } from './lending-lab.ts';
import { liveThrough } from './living.ts';

const compared = nothingCompared();
let lab: Lab;
beforeAll(async () => {
  lab = await openLab(compared);
});
afterAll(() => lab.close());

test('LEND-22: days of simulated lives that are booked at once are the days one by one', async () => {
  for (const [number, temperament] of (['defaulting', 'early', 'charged back'] as const).entries())
    await liveThrough(
      lab,
      simulate({
        userId: `k${number}`,
        seed: 15 + number,
        temperament,
        firstOn: businessDate('2026-01-10'),
        days: 180,
        faults: { latePercent: 50, outages: new Set() },
      }),
    );
  // None of it held because nothing happened.
  const kinds = ['accrual', 'demand', 'earmark', 'ecl', 'npa', 'penal'];
  expect(Object.keys(compared.journals).toSorted()).toEqual(expect.arrayContaining(kinds));
  expect(compared.again).toBeGreaterThan(100);
});

test('LEND-9: what is too little to ask for is let off on its day, many days at once', async () => {
  const disbursedOn = businessDate('2027-01-15');
  const loan = await lab.lend('tiny l1', { billPaise: 1_500_000, instalments: 3, disbursedOn });
  for (const [number, paise, day] of [
    [3, 519_950, '2027-01-25'],
    [1, 520_000, '2027-02-15'],
    [2, 520_000, '2027-03-15'],
  ] as const) {
    lab.set(noonOf(businessDate(day)));
    await debit(lab, loan, `tiny ${number}`, paise, lab.clock.now(), number);
  }
  const before = compared.journals['waiver'] ?? 0;
  lab.set(noonOf(businessDate('2027-04-20')));
  await lab.catchUp(loan, businessDate('2027-04-19'));
  expect(compared.journals['waiver']).toBe(before + 1);
  const { rows } = await lab.owner.query('select status from loans where id = $1', [loan.loanId]);
  expect(rows).toEqual([{ status: 'closed' }]);
});

test('LEND-D3: a borrower performs again once all arrears are paid, many days at once', async () => {
  const lent = (name: string, on: string) =>
    lab.lend(name, { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate(on) });
  const late = await lent('again l1', '2027-01-15');
  const young = await lent('again l2', '2027-05-10');
  lab.set(noonOf(businessDate('2027-05-20')));
  await lab.catchUp(young, businessDate('2027-05-19'));
  await lab.credit(late, 'again all', 1_700_000, lab.clock.now());
  const before = compared.journals['npa_upgrade'] ?? 0;
  lab.set(noonOf(businessDate('2027-05-25')));
  await lab.catchUp(young, businessDate('2027-05-24'));
  expect(compared.journals['npa_upgrade']).toBe(before + 1);
});
