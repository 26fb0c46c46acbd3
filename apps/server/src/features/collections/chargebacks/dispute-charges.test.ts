import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveBreak } from '#features/breaks.ts';
import { chargeBounce, chargesComing } from '#features/lending/index.ts';
import { dispute } from '#test/disputing.ts';
import { EMI3, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

/** Charges of a loan while the payer's bank disputes a repayment of it. */
let lab: Lab;
let loan: LabLoan;
beforeEach(async () => {
  lab = await openLab();
  loan = await lab.lend('asha l', EMI3);
  await untilNoon('2027-02-15');
  await lab.credit(loan, 'first', 520_000, noonOf(businessDate('2027-02-15')));
});
afterEach(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

async function untilNoon(day: string): Promise<void> {
  lab.set(noonOf(businessDate(day)));
  await lab.catchUp(loan, addDays(businessDate(day), -1));
}

/** The bank disputes the repayment, or a part of it. */
const say = (words: readonly string[], amountPaise = 520_000) =>
  dispute(lab, 'd', { paymentRef: 'pay_first', amountPaise, isDeducted: true }, words);

/** The days of the charges that stand. */
async function charges(): Promise<BusinessDate[]> {
  const { rows } = await lab.owner.query<{ on: BusinessDate }>(
    'select levied_on::text as on from charges where loan_id = $1 and reversed_on is null order by 1',
    [loan.loanId],
  );
  return rows.map(({ on }) => on);
}

async function restOf() {
  const { rows } = await lab.owner.query<{ after: string | null; until: string | null }>(
    'select rests_after_on::text as after, rests_until_on::text as until from chargebacks where loan_id = $1',
    [loan.loanId],
  );
  return rows;
}

const bounce = (number: number) =>
  lab.worker.forUser(loan.userId, (tx) =>
    chargeBounce(tx, loan.userId, { loanId: loan.loanId, number }, lab.clock.now()),
  );

const coming = () =>
  lab.worker.forUser(loan.userId, (tx) =>
    chargesComing(tx, loan.userId, lab.clock.today(), addDays(lab.clock.today(), 10)),
  );

test('LEND-23: given a dispute, when it waits, then no charge comes or is foreseen, and it is won, then the next one comes', async () => {
  await untilNoon('2027-03-14');
  expect(await coming()).toMatchObject([{ leviedOn: '2027-03-19' }]);
  await say(['open']);
  expect(await coming()).toEqual([]);
  await untilNoon('2027-03-20');
  expect(await bounce(2)).toBeUndefined();
  await say(['won']);
  expect(await restOf()).toEqual([{ after: '2027-03-14', until: '2027-03-20' }]);
  await untilNoon('2027-04-30');
  // The charges of 19 March are left out: the second instalment's next step, and the third one's first.
  expect(await charges()).toEqual(['2027-04-18', '2027-04-19']);
});

test('LEND-23, LEND-W7: given a dispute that is lost, and won after all later, then its days stay without charges', async () => {
  await untilNoon('2027-03-14');
  await say(['open']);
  await untilNoon('2027-03-25');
  await say(['lost']);
  expect(await restOf()).toEqual([{ after: '2027-03-14', until: '2027-03-25' }]);
  await untilNoon('2027-04-19');
  expect(await charges()).toEqual(['2027-04-18', '2027-04-19']);
  await untilNoon('2027-04-25');
  await say(['won']);
  expect(await restOf()).toEqual([{ after: '2027-03-14', until: '2027-03-25' }]);
  expect(await charges()).toEqual(['2027-04-18', '2027-04-19']);
});

test('LEND-23: given a dispute of a part that was lost, when two people decide it, then charges come again', async () => {
  const { userId } = loan;
  await untilNoon('2027-03-14');
  await say(['open', 'lost'], 100_000);
  expect(await restOf()).toEqual([{ after: '2027-03-14', until: null }]);
  await untilNoon('2027-03-25');
  expect(await charges()).toEqual([]);
  const { rows } = await lab.owner.query<{ id: string }>(
    "select id from reconciliation_breaks where user_id = $1 and kind = 'chargeback_partial'",
    [userId],
  );
  const cleared = { userId, id: rows[0]!.id, kind: 'chargeback_partial' };
  await lab.worker.forUser(userId, (tx) =>
    resolveBreak(tx, cleared, { resolution: 'agreed' }, lab.clock.now()),
  );
  expect(await restOf()).toEqual([{ after: '2027-03-14', until: '2027-03-25' }]);
  await untilNoon('2027-04-18');
  expect(await charges()).toEqual(['2027-04-18']);
});

test('LEND-23: given a dispute that an older process heard of, when it is looked at, then charges rest from then on', async () => {
  await untilNoon('2027-03-14');
  await say(['open']);
  await lab.owner.query('update chargebacks set rests_after_on = null');
  await untilNoon('2027-03-20');
  expect(await charges()).toEqual(['2027-03-19']);
  await say(['open']);
  expect(await restOf()).toEqual([{ after: '2027-03-20', until: null }]);
  await untilNoon('2027-04-25');
  expect(await charges()).toEqual(['2027-03-19']);
});

test('LEND-23: given a close that is behind, when a dispute is heard of, then the openings still to come levy nothing', async () => {
  await untilNoon('2027-03-14');
  lab.set(noonOf(businessDate('2027-03-20')));
  await say(['open', 'won']);
  expect(await restOf()).toEqual([{ after: '2027-03-14', until: '2027-03-20' }]);
  await untilNoon('2027-03-25');
  expect(await charges()).toEqual([]);
});
