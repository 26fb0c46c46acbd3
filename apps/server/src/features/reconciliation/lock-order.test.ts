import { addDays, paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOrder } from '#test/in-order.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { atTheRail, BILL, DAY, PROMISED } from '#test/rail-lab.ts';
import { tryDay } from './reconciliation.read.ts';
import { settleBreaks } from './reconciliation.cleared.ts';

const { hear, breaks, open } = atTheRail(() => lab);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const aLoan = (name: string) => lab.lend(`${name} l`, { billPaise: BILL, instalments: 3, disbursedOn: DAY });

const accountOf = ({ userId }: LabLoan) => ({
  text: 'select 1 from credit_accounts where user_id = $1',
  values: [userId],
});
const loanOf = ({ userId, loanId }: LabLoan) => ({
  text: 'select 1 from loans where user_id = $1 and id = $2',
  values: [userId, loanId],
});
const paymentOf = ({ userId, loanId }: LabLoan) => ({
  text: 'select 1 from payments where user_id = $1 and id = $2',
  values: [userId, loanId],
});

test('LEND-C5: a list that freezes a loan waits for it before it takes the payment', async () => {
  const loan = await aLoan('frozen');
  await inOrder(lab.owner, loanOf(loan), paymentOf(loan), () => hear(loan, PROMISED));
  expect((await breaks(loan)).map((one) => one.kind)).toEqual(['returned']);
});

test('LEND-C5: a list that freezes a loan waits for its borrower before it takes the loan', async () => {
  const loan = await aLoan('borrower');
  await inOrder(lab.owner, accountOf(loan), loanOf(loan), () => hear(loan, PROMISED));
  expect((await breaks(loan)).map((one) => one.kind)).toEqual(['returned']);
});

test('LEND-X10: given a closed day, when the word of that day comes late, then the next day is frozen', async () => {
  const loan = await aLoan('midnight');
  lab.set(noonOf(addDays(DAY, 5)));
  await lab.catchUp(loan, addDays(DAY, 4));
  lab.set(noonOf(addDays(DAY, 4)));
  await hear(loan, PROMISED);
  const { rows } = await lab.owner.query('select from_on from loan_freezes where loan_id = $1', [
    loan.loanId,
  ]);
  expect(rows).toEqual([{ from_on: addDays(DAY, 5) }]);
});

test('LEND-C5: a list that is only tried waits for a loan before it takes the payment', async () => {
  const loan = await aLoan('tried');
  const row = {
    payRef: 'TRIED',
    paymentKey: `LAB${loan.loanId.slice(0, 20)}`,
    amount: paise(BILL),
    ...PROMISED,
  };
  const providers = {
    billPayment: {
      async *listPayments() {
        yield row;
      },
    },
  };
  await inOrder(lab.owner, loanOf(loan), paymentOf(loan), async () => {
    const { opened } = await tryDay({ worker: lab.worker, clock: lab.clock, providers }, DAY);
    expect(opened).toContainEqual({ kind: 'returned', count: 1 });
  });
  expect(await breaks(loan)).toEqual([]);
});

test('LEND-C5: a difference that clears itself waits for its payment before it is taken', async () => {
  const loan = await aLoan('cleared');
  const id = await open(loan, 'ok_unknown');
  await lab.owner.query(`update payments set needs_review = true, review_reason = 'amount' where id = $1`, [
    loan.loanId,
  ]);
  const difference = { text: 'select 1 from reconciliation_breaks where id = $1', values: [id] };
  await inOrder(lab.owner, paymentOf(loan), difference, () =>
    lab.worker.plain((tx) => settleBreaks(tx, lab.clock.now())),
  );
  expect((await breaks(loan)).map((one) => one.resolution)).toEqual(['settled']);
});
