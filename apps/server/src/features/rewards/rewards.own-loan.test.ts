import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reversePayment } from '#features/reconciliation/reconciliation.unwind.ts';
import { keepRewardsThrough, spendRewards } from '#test/lab-rewards.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { brokenSums } from '#test/sums.ts';

const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
const EVERYTHING = 10_000_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect([...(await lab.broken()), ...(await brokenSums(lab))]).toEqual([]);
  await lab.close();
});

/** A loan of ₹15,000, or a smaller one, whose first instalment is repaid on time. */
async function repaidOnce(name: string, paise = 520_000, billPaise = 1_500_000): Promise<LabLoan> {
  const loan = await lab.lend(name, { ...W2, billPaise });
  lab.set(noonOf(businessDate('2027-02-15')));
  await lab.credit(loan, `${name} one`, paise, lab.clock.now());
  return loan;
}

async function keepThrough(text: string, ...loans: readonly LabLoan[]): Promise<void> {
  const day: BusinessDate = businessDate(text);
  lab.set(noonOf(addDays(day, 1)));
  for (const loan of loans) await lab.catchUp(loan, day);
  await keepRewardsThrough(lab, day);
}

const comeBack = ({ userId, loanId }: LabLoan) =>
  lab.worker.forUser(userId, (tx) => reversePayment(lab.deps, tx, { userId, paymentId: loanId }, {}));

async function rewardsOf({ userId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<
    Record<'kind' | 'state', string> & Record<'paise', number> & { used: boolean }
  >(
    `select kind, amount_paise::integer as paise, state, is_used as used from rewards where user_id = $1
     order by earned_on, kind, amount_paise`,
    [userId],
  );
  return rows.map(({ kind, paise, state, used }) => `${kind} ${paise} ${used ? 'used' : state}`);
}

/** The books of the rewards of a person: what is owed, and our expense. */
async function booksOf({ userId }: LabLoan) {
  const { rows } = await lab.owner.query<{ account: string; paise: number }>(
    `select account, sum(amount_paise)::integer as paise from postings where user_id = $1 and account in ('L340', 'E500')
     group by 1 order by 1`,
    [userId],
  );
  return rows.map(({ account, paise }) => `${account} ${paise}`);
}

test('LEND-24: given cashback spent on its own loan, when the bill comes back, then it is taken back once', async () => {
  const loan = await repaidOnce('own l');
  await keepThrough('2027-03-15', loan);
  expect(await spendRewards(lab, loan, { name: 'own spent', mostPaise: EVERYTHING })).toBe(true);
  await comeBack(loan);
  await keepThrough('2027-03-16', loan);
  await keepThrough('2027-03-17', loan);
  expect(await rewardsOf(loan)).toEqual(['cashback 1300 used', 'returned 1300 clawed_back']);
  expect(await booksOf(loan)).toEqual(['E500 0', 'L340 0']);
});

test('LEND-24: given cashback of two loans spent on one, when its bill comes back, then that of the other comes back', async () => {
  const [loan, other] = [await repaidOnce('two l'), await repaidOnce('two m', 190_000, 540_000)];
  await keepThrough('2027-03-15', loan, other);
  expect(await spendRewards(lab, loan, { name: 'two spent', mostPaise: EVERYTHING })).toBe(true);
  const before = await rewardsOf(loan);
  const theirs = Number(before.map((one) => one.split(' ')[1]).find((paise) => paise !== '1300'));
  await comeBack(loan);
  await keepThrough('2027-03-16', other);
  const after = await rewardsOf(loan);
  expect(after.filter((one) => one.startsWith('returned')).toSorted()).toEqual(
    ['returned 1300 clawed_back', `returned ${theirs} available`].toSorted(),
  );
  expect(await booksOf(loan)).toEqual([`E500 ${theirs}`, `L340 ${-theirs}`]);
});

test('LEND-24: given cashback that came back unspent, when the bill that earned it comes back later, then it is lost', async () => {
  const [earning, paid] = [await repaidOnce('late l'), await lab.lend('late m', W2)];
  await keepThrough('2027-02-16', earning, paid);
  lab.set(noonOf(businessDate('2027-02-17')));
  expect(await spendRewards(lab, paid, { name: 'late spent', mostPaise: EVERYTHING })).toBe(true);
  await comeBack(paid);
  await keepThrough('2027-02-18', earning);
  expect(await rewardsOf(earning)).toEqual(['cashback 1300 used', 'returned 1300 available']);
  await comeBack(earning);
  await keepThrough('2027-02-20', earning);
  expect(await rewardsOf(earning)).toEqual(['cashback 1300 used', 'returned 1300 clawed_back']);
  expect(await booksOf(earning)).toEqual(['E500 0', 'L340 0']);
});

test('LEND-24: given cashback used on another loan, when the bill that earned it comes back, then it stays our expense', async () => {
  const [earning, paid] = [await repaidOnce('kept l'), await lab.lend('kept m', W2)];
  await keepThrough('2027-02-16', earning, paid);
  lab.set(noonOf(businessDate('2027-02-17')));
  expect(await spendRewards(lab, paid, { name: 'kept spent', mostPaise: EVERYTHING })).toBe(true);
  await comeBack(earning);
  await keepThrough('2027-02-18', paid);
  expect(await rewardsOf(earning)).toEqual(['cashback 1300 used']);
  expect(await booksOf(earning)).toEqual(['E500 1300', 'L340 0']);
});
