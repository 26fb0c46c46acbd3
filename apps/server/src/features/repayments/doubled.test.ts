import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EMI3, idOf, type Lab, type LabLoan, lendTo, noonOf, openLab } from '#test/lending-lab.ts';
import { releaseAsked, reverseRepayment } from './index.ts';
import { creditCaptured } from './repayments.settle.ts';

const DUE = businessDate('2027-02-15');
const EMI = 520_000;
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());
afterEach(async () => {
  expect(await lab.broken()).toEqual([]);
});

/** Three instalments of ₹5,200, on the day of the first, whose debit is asked for at ten. */
async function lend(name: string, instalments = 3): Promise<LabLoan> {
  const loan = await lab.lend(`${name.replaceAll(' ', '-')} l`, { ...EMI3, instalments });
  await ask(loan, DUE, 1);
  return loan;
}

/** The bank is asked for the debit of an instalment at ten. */
async function ask(loan: LabLoan, on: BusinessDate, number: number): Promise<void> {
  lab.set(tenOn(on));
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, order_ref, only_number, created_at)
     values ($1, $2, $3, $4, 'initiated', 'mandate', $2::uuid::text, $6, $5)`,
    [loan.userId, debitOf(loan, number), loan.loanId, EMI, lab.clock.now(), number],
  );
}

const tenOn = (on: string) => new Date(`${on}T04:30:00Z`);
const debitOf = ({ loanId }: LabLoan, number = 1) => idOf(`debit ${loanId} ${number}`);
const minutesOn = (on: string, minutes: number) => new Date(tenOn(on).getTime() + minutes * 60_000);

/** We hear that the bank took the money of the debit, which counts on the day of the request. */
async function answer(loan: LabLoan, heardAt: Date, takenAt = heardAt, number = 1): Promise<void> {
  lab.set(heardAt);
  const ids = { userId: loan.userId, repaymentId: debitOf(loan, number) };
  await take(ids, `pay_debit ${loan.loanId} ${number}`, EMI, takenAt);
}

function take(
  ids: { readonly userId: string; readonly repaymentId: string },
  providerPaymentRef: string,
  amountPaise: number,
  capturedAt: Date,
) {
  const money = { providerPaymentRef, amountPaise, refundedPaise: 0, capturedAt, isCreditSource: false };
  return creditCaptured(lab.deps, ids, money);
}

/** The refunds under way by the channel of their money; the money that waits; and what the first instalment needs yet. */
async function standing({ loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ refunds: object | null; held: number; owed: number }>(
    `select (select json_agg(json_build_array(r.channel, f.amount_paise) order by f.created_at, f.id) from refunds f
         join repayments r on r.user_id = f.user_id and r.id = f.repayment_id where f.loan_id = l.id) as refunds,
       (select coalesce(sum(amount_paise), 0)::integer from allocations a
        where a.loan_id = l.id and a.is_active and a.is_earmark) as held,
       (select (principal_paise - paid_principal_paise)::integer from instalments i
        where i.loan_id = l.id and i.number = 1 and i.is_active) as owed
     from loans l where l.id = $1`,
    [loanId],
  );
  return rows[0];
}

async function excessOf({ loanId }: LabLoan): Promise<number> {
  const { rows } = await lab.owner.query<{ paise: number }>(
    "select coalesce(sum(amount_paise), 0)::integer as paise from allocations where loan_id = $1 and is_active and component = 'excess'",
    [loanId],
  );
  return rows[0]!.paise;
}

test('LEND-20: given money by hand while a debit is unanswered, when the debit paid after all, then the money goes back', async () => {
  const loan = await lend('silent');
  const paidOn = addDays(DUE, 6);
  lab.set(noonOf(paidOn));
  await lab.credit(loan, 'silent hand', EMI, lab.clock.now());
  expect(await standing(loan)).toEqual({ refunds: null, held: 0, owed: 0 });
  await answer(loan, noonOf(addDays(DUE, 7)));
  expect(await standing(loan)).toEqual({ refunds: [['checkout', EMI]], held: 0, owed: 0 });
  const { rows } = await lab.owner.query('select 1 from charges where loan_id = $1 and reversed_on is null', [
    loan.loanId,
  ]);
  expect(rows).toEqual([]);
});

test('LEND-20: given money by hand minutes after a debit, when it is heard of after the answer, then it goes back', async () => {
  const loan = await lend('minutes');
  const paidAt = minutesOn(DUE, 5);
  await answer(loan, minutesOn(DUE, 6), minutesOn(DUE, 4));
  lab.set(minutesOn(DUE, 8));
  await lab.credit(loan, 'minutes hand', EMI, paidAt);
  expect(await standing(loan)).toEqual({ refunds: [['checkout', EMI]], held: 0, owed: 0 });
});

test('LEND-W4: given money by hand that came before the money of a debit, then that of the debit goes back', async () => {
  const loan = await lend('before');
  lab.set(minutesOn(DUE, 5));
  await lab.credit(loan, 'before hand', EMI, lab.clock.now());
  await answer(loan, minutesOn(DUE, 10));
  expect(await standing(loan)).toEqual({ refunds: [['mandate', EMI]], held: 0, owed: 0 });
});

test('LEND-9: given money by hand after the answer of a debit, then it waits for the next instalment', async () => {
  const loan = await lend('after');
  await answer(loan, minutesOn(DUE, 6));
  lab.set(minutesOn(DUE, 30));
  await lab.credit(loan, 'after hand', EMI, lab.clock.now());
  expect(await standing(loan)).toEqual({ refunds: null, held: EMI, owed: 0 });
});

test('LEND-20: given two instalments paid by hand beside a debit, then no more than the debit goes back', async () => {
  const loan = await lend('both');
  lab.set(minutesOn(DUE, 5));
  await lab.credit(loan, 'both hand', 2 * EMI, lab.clock.now());
  await answer(loan, noonOf(addDays(DUE, 1)));
  expect(await standing(loan)).toEqual({ refunds: [['checkout', EMI]], held: EMI, owed: 0 });
});

test('LEND-20: given two debits unanswered at once, when both pay beside one payment by hand, then all of it goes back', async () => {
  const loan = await lend('two');
  const second = businessDate('2027-03-15');
  await ask(loan, second, 2);
  lab.set(minutesOn(second, 5));
  await lab.credit(loan, 'two hand', 2 * EMI, lab.clock.now());
  await answer(loan, noonOf(addDays(second, 1)));
  expect(await standing(loan)).toEqual({ refunds: [['checkout', EMI]], held: 0, owed: 0 });
  const heardAt = noonOf(addDays(second, 2));
  await answer(loan, heardAt, heardAt, 2);
  expect(await standing(loan)).toMatchObject({ held: 0, owed: 0 });
  expect(await excessOf(loan)).toBe(2 * EMI);
});

test('LEND-20: given held money that its payer asked for, when a debit beside it pays, then the doubled money goes back as well', async () => {
  const loan = await lend('wished');
  lab.set(minutesOn(DUE, 5));
  await lab.credit(loan, 'wished hand', 2 * EMI, lab.clock.now());
  const ids = { userId: loan.userId, repaymentId: idOf('repayment wished hand') };
  expect(
    await lab.worker.forUser(loan.userId, (tx) => releaseAsked(tx, ids, lab.clock.now())),
  ).toBeUndefined();
  expect([await excessOf(loan), await standing(loan)]).toMatchObject([EMI, { held: 0, owed: 0 }]);
  await answer(loan, noonOf(addDays(DUE, 1)));
  expect([await excessOf(loan), await standing(loan)]).toMatchObject([2 * EMI, { held: 0, owed: 0 }]);
});

test('LEND-20: given money by hand that would close the loan beside a debit, then it goes back and the loan goes on', async () => {
  const loan = await lend('last but one', 2);
  lab.set(minutesOn(DUE, 5));
  const { rows } = await lab.owner.query<{ paise: number }>(
    `select (principal_paise + fee_paise + interest_paise)::integer as paise from instalments where loan_id = $1 and number = 1`,
    [loan.loanId],
  );
  const paise = rows[0]!.paise;
  await lab.owner.query('update repayments set amount_paise = $2 where id = $1', [debitOf(loan), paise]);
  await lab.credit(loan, 'last but one hand', paise, lab.clock.now());
  lab.set(noonOf(addDays(DUE, 1)));
  await take({ userId: loan.userId, repaymentId: debitOf(loan) }, 'pay_last but one', paise, lab.clock.now());
  expect(await standing(loan)).toEqual({ refunds: [['checkout', paise]], held: 0, owed: 0 });
  const told = await lab.owner.query(
    "select (select status from loans where id = $1) as status, exists (select 1 from notifications where user_id = $2 and title like '%in full%') as is_over",
    [loan.loanId, loan.userId],
  );
  expect(told.rows).toEqual([{ status: 'active', is_over: false }]);
});

test('LEND-W6, LEND-W7: given doubled money on its way back, when the debit is taken back, then it pays nothing again', async () => {
  const loan = await lend('reversed');
  lab.set(minutesOn(DUE, 5));
  await lab.credit(loan, 'reversed hand', EMI, lab.clock.now());
  await answer(loan, noonOf(addDays(DUE, 1)));
  lab.set(noonOf(addDays(DUE, 3)));
  await lab.worker.forUser(loan.userId, (tx) =>
    reverseRepayment(
      tx,
      { userId: loan.userId, repaymentId: debitOf(loan) },
      'returned_by_bank',
      lab.clock.now(),
    ),
  );
  const now = await standing(loan);
  expect(now).toMatchObject({ refunds: [['checkout', EMI]], held: 0 });
  expect(now?.owed).toBeGreaterThan(0);
});

test('LEND-9: given an order that is paid twice, then what the second payment was not needed for goes back', async () => {
  const loan = await lend('order');
  await answer(loan, minutesOn(DUE, 6));
  lab.set(noonOf(addDays(DUE, 2)));
  await lab.credit(loan, 'order hand', 100_000, lab.clock.now());
  expect(await standing(loan)).toEqual({ refunds: null, held: 100_000, owed: 0 });
  const ids = { userId: loan.userId, repaymentId: idOf('repayment order hand') };
  for (let times = 0; times < 2; times += 1) await take(ids, 'pay_order again', 100_000, lab.clock.now());
  expect(await standing(loan)).toEqual({ refunds: [['checkout', 100_000]], held: 100_000, owed: 0 });
});

test.each([
  ['pays the instalment', EMI],
  ['pays two instalments', 2 * EMI],
  ['closes the loan', 3 * EMI],
])(
  'LEND-S2, LEND-20: given money by hand that %s beside a debit, when its freed limit was spent and the debit pays, then the limit is kept',
  async (what, paise) => {
    const name = `spent-${paise}`;
    const loan = await lend(name);
    const creditOf = async () => {
      const { rows } = await lab.owner.query<{ used: number }>(
        'select used_paise::integer as used from credit_accounts where user_id = $1',
        [loan.userId],
      );
      return rows[0]!.used;
    };
    const usedPaise = await creditOf();
    const paidOn = addDays(DUE, 2);
    lab.set(noonOf(paidOn));
    await lab.credit(loan, `${name} hand`, paise, lab.clock.now());
    const freedPaise = usedPaise - (await creditOf());
    expect([what, freedPaise > 0]).toEqual([what, true]);
    const more = { billPaise: freedPaise, instalments: 1, disbursedOn: paidOn };
    await lab.worker.forUser(loan.userId, (tx) =>
      lendTo(tx, { userId: loan.userId, loanId: idOf(`${name} more`) }, more, lab.clock.now()),
    );
    await answer(loan, noonOf(addDays(DUE, 3)));
    const went = (await standing(loan))?.refunds as [string, number][];
    expect(went.filter(([channel]) => channel === 'checkout').length).toBeGreaterThan(0);
    expect(await creditOf()).toBeLessThanOrEqual(usedPaise);
  },
);

test('LEND-8, LEND-20: given a loan heard of a month late that is left while a bank is silent, when the bank has paid, then that goes back', async () => {
  const loan = await lend('left late');
  await lab.owner.query(`update loans set booked_on = '2027-02-16' where id = $1`, [loan.loanId]);
  lab.set(noonOf(businessDate('2027-02-16')));
  await lab.credit(loan, 'left late exit', 1_600_000, lab.clock.now(), 'exit');
  await answer(loan, noonOf(businessDate('2027-02-17')));
  const { rows } = await lab.owner.query(
    `select l.status, l.closed_on::text as left, f.amount_paise as paise from loans l
     join refunds f on f.loan_id = l.id and f.repayment_id = $2 where l.id = $1`,
    [loan.loanId, debitOf(loan)],
  );
  expect(rows).toEqual([{ status: 'exited', left: '2027-02-16', paise: EMI }]);
});
