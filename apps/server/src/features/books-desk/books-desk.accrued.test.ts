import { addDays, type BusinessDate, businessDate, monthEnd } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepAccrued } from '#features/end-of-day/accrued.ts';
import { trialBalance } from '#ledger/books.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { findShownDay, listAccounts } from './books-desk.repo.ts';

const START = businessDate('2027-01-15');
const LAST = businessDate('2027-02-20');

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  const terms = { billPaise: 1_500_000, instalments: 3, disbursedOn: START };
  const loans = [await lab.lend('first', terms), await lab.lend('second', terms)];
  for (let day = START; day <= LAST; day = addDays(day, 1)) {
    lab.set(noonOf(addDays(day, 1)));
    await keepAccrued(lab.deps, day);
    // A day on which nothing happens to a loan writes nothing: interest is posted as the month ends.
    if (day === monthEnd(day)) for (const loan of loans) await lab.catchUp(loan, day);
    await lab.owner.query(
      `insert into business_days (day_on, opened_at, closed_at, loans_closed_at) values ($1, $2, $2, $2)
       on conflict (day_on) do update set closed_at = $2, loans_closed_at = $2`,
      [day, lab.clock.now()],
    );
  }
});
afterAll(() => lab.close());

const accountsOn = (day: BusinessDate) => lab.worker.plain((tx) => listAccounts(tx, day));

async function trialOn(day: BusinessDate): Promise<Record<string, number>> {
  const client = await lab.owner.connect();
  try {
    const rows = await trialBalance(client, day);
    return Object.fromEntries(rows.map(({ account, paise }) => [account, Number(paise)]));
  } finally {
    client.release();
  }
}

describe('LEND-A1: interest that is earned and not posted', () => {
  test.each(
    [START, '2027-01-20', '2027-01-31', '2027-02-01', '2027-02-14', LAST, addDays(LAST, 1)].map(businessDate),
  )(
    'given %s, then staff see the trial balance of `npm run books`, and what the month moved',
    async (day) => {
      const accounts = await accountsOn(day);
      const trial = await trialOn(day);
      expect(Object.fromEntries(accounts.map((one) => [one.account, one.closingPaise]))).toEqual(trial);
      for (const one of accounts) {
        expect(one.openingPaise + one.debitPaise - one.creditPaise).toBe(one.closingPaise);
        expect(Math.min(one.debitPaise, one.creditPaise)).toBeGreaterThanOrEqual(0);
      }
    },
  );

  test('given more open loans than a page adds up, then it begins with the last day that is closed', async () => {
    const shown = (addedUpMax: number) =>
      lab.worker.plain((tx) => findShownDay(tx, addDays(LAST, 1), addedUpMax));
    expect(await shown(2)).toBe(addDays(LAST, 1));
    expect(await shown(1)).toBe(LAST);
  });

  test('given the first day of a month, then it opens with what the month before closed', async () => {
    const january = await accountsOn(businessDate('2027-01-31'));
    const february = await accountsOn(businessDate('2027-02-01'));
    expect(february.map((one) => one.openingPaise)).toEqual(january.map((one) => one.closingPaise));
    const interest = await accountsOn(businessDate('2027-02-14'));
    expect(interest.find(({ account }) => account === 'A210')?.debitPaise).toBeGreaterThan(0);
  });
});
