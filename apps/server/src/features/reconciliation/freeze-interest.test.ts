import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterEach, expect, test } from 'vitest';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { atTheRail, BILL, DAY, PROMISED } from '#test/rail-lab.ts';
import { reversePayment } from './reconciliation.unwind.ts';

const labs: Lab[] = [];
let lab: Lab;
const { hear } = atTheRail(() => lab);
afterEach(async () => {
  for (const one of labs.splice(0)) await one.close();
});

async function aLoan(): Promise<LabLoan> {
  lab = await openLab();
  labs.push(lab);
  return lab.lend('p l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
}

async function liveTo(loan: LabLoan, on: string): Promise<void> {
  lab.set(noonOf(businessDate(on)));
  await lab.catchUp(loan, addDays(businessDate(on), -1));
}

/** Interest earned by the close of the day before, in paise, and what all instalments together ask for. */
async function interestOf({ loanId }: LabLoan): Promise<{ earned: number; planned: number }> {
  const { rows } = await lab.owner.query<{ earned: number; planned: number }>(
    `select (select coalesce(-sum(amount_paise), 0)::integer from postings where loan_id = $1 and account = 'I410') as earned,
       (select sum(interest_paise)::integer from instalments where loan_id = $1 and is_active) as planned`,
    [loanId],
  );
  return rows[0]!;
}

/** Lives a loan to some days, frozen from the 10th of February or not, and tells its interest on each. */
async function interestOn(days: readonly string[], frozenFrom?: BusinessDate) {
  const loan = await aLoan();
  if (frozenFrom !== undefined) {
    await liveTo(loan, frozenFrom);
    await hear(loan, PROMISED);
  }
  const seen = [];
  for (const on of days) {
    await liveTo(loan, on);
    seen.push(await interestOf(loan));
  }
  return { loan, seen };
}

const DAYS = ['2027-02-20', '2027-03-20', '2027-05-10'];

test('LEND-X10: a freeze changes the interest of no day, and no instalment', async () => {
  const { seen: free } = await interestOn(DAYS);
  const { seen: frozen } = await interestOn(DAYS, businessDate('2027-02-10'));
  expect(frozen).toEqual(free);
  expect(frozen.at(-1)!.earned).toBe(frozen.at(-1)!.planned);
});

test('LEND-X10, LEND-16: undone after a freeze, a loan has earned nothing', async () => {
  const { loan, seen } = await interestOn(DAYS.slice(0, 2), businessDate('2027-02-10'));
  expect(seen[1]!.earned).toBeGreaterThan(seen[0]!.earned);
  const ids = { userId: loan.userId, paymentId: loan.loanId };
  await lab.worker.forUser(loan.userId, (tx) => reversePayment(lab.deps, tx, ids, {}));
  expect((await interestOf(loan)).earned).toBe(0);
  expect(await lab.broken()).toEqual([]);
});
