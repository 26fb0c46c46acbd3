import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reversePayment } from '../src/features/reconciliation/reconciliation.unwind.ts';
import { deciding } from './deciding.ts';
import { dispute } from './disputing.ts';
import { keepRewardsOf, keepRewardsThrough, spendRewards } from './lab-rewards.ts';
import { type Lab, type LabLoan, noonOf, openLab } from './lending-lab.ts';
import { endRefundsOf } from './refunding.ts';
import { brokenSums } from './sums.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** The first repayment of a loan is disputed. */
async function disputeFirst({ userId, loanId }: LabLoan, name: string, words: readonly string[]) {
  const { rows } = await lab.owner.query<{ ref: string; paise: number }>(
    `select provider_payment_ref as ref, amount_paise as paise from repayments
     where user_id = $1 and loan_id = $2 and status = 'succeeded' and provider_payment_ref is not null order by id`,
    [userId, loanId],
  );
  const [first] = rows;
  if (!first) return;
  const disputed = { paymentRef: first.ref, amountPaise: Number(first.paise), isDeducted: false };
  await dispute(lab, name, disputed, words);
}

/** Collects broken invariants and sums that do not agree. */
async function wrong(): Promise<object[]> {
  return [...(await lab.broken()), ...(await brokenSums(lab))];
}

const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
const at = (day: string): Date => noonOf(businessDate(day));

async function pay(loan: LabLoan, name: string, paise: number, day: string, heardOn = day) {
  lab.set(at(heardOn));
  await lab.credit(loan, name, paise, at(day));
}

test('LEND-W6: money heard of late twice, over a closing that spent what was held, is shared out once', async () => {
  const loan = await lab.lend('held twice', W2);
  await pay(loan, 'held', 520_000, '2027-01-25');
  await pay(loan, 'closes', 1_100_000, '2027-02-04');
  await pay(loan, 'late one', 20_000, '2027-01-20', '2027-02-06');
  await pay(loan, 'late two', 20_000, '2027-01-30', '2027-02-07');
  expect(await wrong(), 'heard of twice').toEqual([]);
});

test('LEND-16 journal 34: a refund that fails after its repayment was lost is owed to no person', async () => {
  const loan = await lab.lend('lost refund', W2);
  await pay(loan, 'too much', 1_700_000, '2027-02-01');
  await disputeFirst(loan, 'lost refund', ['lost']);
  await lab.worker.forUser(loan.userId, (tx) =>
    endRefundsOf(tx, loan, { status: 'failed', failureReason: 'lab' }, lab.clock.now()),
  );
  const { rows } = await lab.owner.query(
    "select account, sum(amount_paise) from postings where loan_id = $1 and account in ('A230', 'L310', 'L311') group by 1 having sum(amount_paise) <> 0",
    [loan.loanId],
  );
  expect(rows).toEqual([]);
  expect(await wrong(), 'lost').toEqual([]);
});

test('LEND-C5: everything at once on one loan waits its turn, and each happens once', async () => {
  const decide = deciding(lab);
  for (const turn of [1, 2]) {
    const loan = await lab.lend(`rush${turn} a`, W2);
    const { userId, loanId } = loan;
    const second = await lab.lend(`rush${turn} b`, W2);
    await pay(loan, `rush${turn} one`, 520_000, '2027-02-15');
    lab.set(at('2027-02-17'));
    await lab.catchUp(loan, businessDate('2027-02-16'));
    await keepRewardsThrough(lab, businessDate('2027-02-16'));
    lab.set(at('2027-03-20'));
    await Promise.all([
      lab.catchUp(loan, businessDate('2027-03-19')),
      lab.catchUp(loan, businessDate('2027-03-19')),
      lab.credit(loan, `rush${turn} late`, 400_000, at('2027-03-10')),
      lab.credit(second, `rush${turn} other`, 300_000, at('2027-03-01')),
      spendRewards(lab, loan, { name: `rush${turn} reward`, mostPaise: 10_000_000 }),
      decide.waive(loan, `rush${turn} waiver`, 'penal', 5_000),
      keepRewardsThrough(lab, businessDate('2027-03-19')),
      keepRewardsOf(lab),
      ...(turn > 1
        ? [
            lab.worker.forUser(userId, (tx) =>
              reversePayment(lab.deps, tx, { userId, paymentId: loanId }, {}),
            ),
          ]
        : []),
      ...(turn > 1
        ? [
            disputeFirst(second, `rush${turn} dispute`, ['lost']),
            disputeFirst(loan, `rush${turn} back`, ['lost']),
          ]
        : []),
    ]);
    await keepRewardsThrough(lab, businessDate('2027-03-19'));
    expect(await wrong(), `rush ${turn}`).toEqual([]);
  }
  // A connection hands its figures on when it ends, at the latest.
  await lab.endWorker();
  const { rows } = await lab.owner.query(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
