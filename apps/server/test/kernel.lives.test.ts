import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { debit, happen } from './happening.ts';
import { nothingCompared } from './kernel-beside.ts';
import { type Lab, type LabLoan, noonOf, openLab } from './lending-lab.ts';
import { DAYS, lives } from './random-lives.ts';

const START = businessDate('2027-01-10');
const on = (days: number): BusinessDate => addDays(START, days);
/** `KERNEL_PEOPLE=60 KERNEL_SEED=7 npx vitest run apps/server/test/kernel.lives.test.ts` lives longer, and other lives. */
const PEOPLE = Number(process.env['KERNEL_PEOPLE'] ?? 3);
const SEED = Number(process.env['KERNEL_SEED'] ?? 15);
const HANGING_MS = 600_000 * Math.ceil(PEOPLE / 3);

const compared = nothingCompared();
let lab: Lab;
beforeAll(async () => {
  lab = await openLab(compared);
});
afterAll(() => lab.close());

async function catchUp(loans: readonly LabLoan[], day: BusinessDate) {
  for (const [index, loan] of loans.entries())
    if (loans.findIndex(({ userId }) => userId === loan.userId) === index) await lab.catchUp(loan, day);
}

test(
  'LEND-22: days of random lives that are booked at once are the days one by one',
  { timeout: HANGING_MS },
  async () => {
    const { loans: terms, events } = lives(SEED, PEOPLE);
    const loans: LabLoan[] = [];
    for (const one of terms) loans.push(await lab.lend(one.name, { ...one, disbursedOn: START }));
    let next = 0;
    for (let day = 1; day <= DAYS + 60; day += 1) {
      lab.set(noonOf(on(day)));
      for (; next < events.length && events[next]!.day + events[next]!.delay <= day; next += 1) {
        const event = events[next]!;
        const at = new Date(noonOf(on(day)).getTime() + next * 1000);
        lab.set(at);
        await happen(lab, START, { loan: loans[event.loan]!, terms: terms[event.loan]!, event, heardAt: at });
      }
      if (day % 30 === 0) await catchUp(loans, on(day - 1));
    }
    // None of it held because nothing happened.
    if (PEOPLE < 3 || SEED !== 15) return;
    const kinds = ['accrual', 'demand', 'earmark', 'ecl', 'npa', 'penal'];
    expect(Object.keys(compared.journals).toSorted()).toEqual(expect.arrayContaining(kinds));
    expect(compared.again).toBeGreaterThan(100);
  },
);

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
