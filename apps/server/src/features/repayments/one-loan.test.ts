import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditCaptured } from './repayments.settle.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const DUE_ON = businessDate('2027-02-15');

let lab: Lab;
let older: LabLoan;
let named: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  older = await lab.lend('two older', {
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn: businessDate('2027-01-05'),
  });
  named = await lab.lend('two named', {
    billPaise: 300_000,
    instalments: 1,
    disbursedOn: businessDate('2027-01-15'),
  });
  lab.set(noonOf(DUE_ON));
  await lab.catchUp(named, addDays(DUE_ON, -1));
});
afterAll(() => lab.close());

/** The active allocations of repayments by loan, in paise. */
async function shares() {
  const { rows } = await lab.owner.query<{ loan_id: string; paise: string }>(
    `select loan_id, sum(amount_paise)::text as paise from allocations where user_id = $1 and is_active group by 1`,
    [named.userId],
  );
  return Object.fromEntries(rows.map((row) => [row.loan_id, Number(row.paise)]));
}

test('LEND-W1: given an older loan that is due, when money names another, then all of it goes there', async () => {
  await lab.credit(named, 'two m', 200_000, lab.clock.now());
  expect(await shares()).toEqual({ [named.loanId]: 200_000 });
});

test('LEND-W1: given a repayment that was settled, when its order is paid again, then the surplus stays with its loan', async () => {
  const ids = { userId: named.userId, repaymentId: idOf('repayment two m') };
  const again = {
    providerPaymentRef: 'pay_two again',
    amountPaise: 200_000,
    refundedPaise: 0,
    capturedAt: lab.clock.now(),
    isCreditSource: false,
  };
  for (let times = 0; times < 2; times += 1) await creditCaptured(lab.deps, ids, again);
  // More than the loan owes: the rest is too much, and none of it spills to the older loan.
  expect(await shares()).toEqual({ [named.loanId]: 400_000 });
  const { rows } = await lab.owner.query(
    'select status from loans where id = any ($1::uuid[]) order by disbursed_on',
    [[older.loanId, named.loanId]],
  );
  expect(rows).toEqual([{ status: 'active' }, { status: 'closed' }]);
  expect(await lab.broken()).toEqual([]);
});
