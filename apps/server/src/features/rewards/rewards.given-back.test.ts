import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { keepRewardsThrough, spendRewards } from '#test/lab-rewards.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { untilWaiting } from '#test/racing.ts';
import { brokenSums } from '#test/sums.ts';
import { toPayment } from '#features/payments/payments.facts.ts';
import { findFacts } from '#features/payments/index.ts';
import { reverseRepayment } from '#features/repayments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { giveBack } from './rewards.repo.ts';

const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
const at = (day: string): Date => noonOf(businessDate(day));

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

async function pay(loan: LabLoan, name: string, paise: number, day: string, heardOn = day) {
  lab.set(at(heardOn));
  await lab.credit(loan, name, paise, at(day));
}

/** Repayments by rewards of people of whom nothing else is there, in their number. */
async function repaymentsOfOthers(count: number) {
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into repayments (user_id, loan_id, amount_paise, status, channel, created_at)
       select new_id(), new_id(), 5000, 'succeeded', 'reward', now() from generate_series(1, $1::integer)`,
      [count],
    );
    await client.query('set session_replication_role = origin; analyze repayments');
  } finally {
    client.release();
  }
}

/** A loan of each, on which a reward was spent that was not needed: its money came first. */
async function holding(...people: readonly string[]): Promise<LabLoan[]> {
  const day = businessDate('2027-03-19');
  const loans: (readonly [string, LabLoan])[] = [];
  for (const name of people) {
    loans.push([name, await lab.lend(`${name} lent`, W2)]);
    await pay(loans.at(-1)![1], `${name} one`, 520_000, '2027-02-15');
  }
  lab.set(at('2027-03-20'));
  for (const [, loan] of loans) await lab.catchUp(loan, day);
  await keepRewardsThrough(lab, day);
  for (const [name, loan] of loans) {
    await spendRewards(lab, loan, { name: `${name} spent`, mostPaise: 10_000_000 });
    await pay(loan, `${name} two`, 1_040_000, '2027-03-14', '2027-03-25');
  }
  return loans.map(([, loan]) => loan);
}

test('LEND-24: what a reward paid for nothing is given back once, however many look at once', async () => {
  const [loan] = (await holding('many')) as [LabLoan];
  const look = () => lab.worker.plain((tx) => giveBack(tx, [loan], lab.clock.now()));
  // Held until all of them have looked: all that read before they wait have read the same.
  const holder = await lab.owner.connect();
  await holder.query('begin');
  await holder.query('select 1 from account_balances where user_id = $1 for update', [loan.userId]);
  const all = Promise.all([look(), look(), look()]);
  await untilWaiting(holder, 3);
  await holder.query('commit');
  holder.release();
  await all;
  const { rows } = await lab.owner.query(
    "select amount_paise::integer as paise from rewards where user_id = $1 and kind = 'returned'",
    [loan.userId],
  );
  expect(rows).toEqual([{ paise: 1300 }]);
  expect([...(await lab.broken()), ...(await brokenSums(lab))]).toEqual([]);
});

/** The bank of a person takes a repayment back, heard of on a day. */
async function takeBack({ userId }: LabLoan, name: string, heardOn: string) {
  lab.set(at(heardOn));
  const ids = { userId, repaymentId: idOf(`repayment ${name}`) };
  return lab.worker.forUser(userId, (tx) => reverseRepayment(tx, ids, 'charged_back', at(heardOn)));
}

test('LEND-24: given a loan that was given up, when a later repayment is returned, then cashback earned before stays', async () => {
  const loan = await lab.lend('lost lent', W2);
  const statesOf = async () => {
    const { rows } = await lab.owner.query(
      `select r.state, l.status, l.rewound_count > 0 as "isReplayed" from rewards r
       join loans l on l.user_id = r.user_id and l.id = r.loan_id where r.user_id = $1 order by r.number`,
      [loan.userId],
    );
    return rows;
  };
  await pay(loan, 'lost one', 520_000, '2027-02-15');
  lab.set(at('2027-09-15'));
  await lab.catchUp(loan, businessDate('2027-09-14'));
  await keepRewardsThrough(lab, businessDate('2027-03-01'));
  await deciding(lab).writeOff(loan, 'lost');
  await pay(loan, 'lost two', 100_000, '2027-09-20');
  expect(await takeBack(loan, 'lost two', '2027-09-25')).toBeDefined();
  await keepRewardsThrough(lab, businessDate('2027-09-24'));
  expect(await statesOf()).toEqual([{ state: 'available', status: 'written_off', isReplayed: true }]);
  expect(await takeBack(loan, 'lost one', '2027-09-26')).toBeDefined();
  await keepRewardsThrough(lab, businessDate('2027-09-25'));
  expect(await statesOf()).toEqual([{ state: 'clawed_back', status: 'written_off', isReplayed: true }]);
});

test('given many repayments by rewards, when one person is given back, then those of others are not read', async () => {
  const [loan, other] = (await holding('ravi', 'uma')) as [LabLoan, LabLoan];
  await repaymentsOfOthers(5_000);
  const scans = async (tx: Tx) => {
    const [row] = await tx.call<{ count: number }>(
      "select seq_scan::integer as count from pg_stat_xact_user_tables where relname = 'repayments'",
    );
    return row!.count;
  };
  // Counts go on within a connection: what its work before had read is in the first.
  const seen = await lab.worker.plain(async (tx) => {
    const before = await scans(tx);
    const given = await giveBack(tx, [loan], lab.clock.now());
    return { given, wholeReads: (await scans(tx)) - before };
  });
  expect(seen).toEqual({ given: 1, wholeReads: 0 });
  expect(await lab.worker.plain((tx) => giveBack(tx, [other], lab.clock.now()))).toBe(1);
});

test('LEND-24: given a reward that paid too much, then it is never due as money of its loan', async () => {
  const [loan] = (await holding('asha')) as [LabLoan];
  const duePaise = async () => {
    const facts = await lab.worker.forUser(loan.userId, (tx) => findFacts(tx, loan.userId, loan.loanId));
    return facts && toPayment(facts, businessDate('2027-03-25')).refundDuePaise;
  };
  // The money that was paid too much beside it; a reward becomes a reward again.
  expect(await duePaise()).toBe(5357);
  await lab.worker.plain((tx) => giveBack(tx, [loan], lab.clock.now()));
  expect(await duePaise()).toBe(5357);
});
