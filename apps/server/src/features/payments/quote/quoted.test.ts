import { closingQuote } from '@mohlat/lending';
import { businessDate } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findFacts, findFactsOn, loanToQuote, toPayment } from '../index.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());
afterEach(async () => expect(await lab.broken()).toEqual([]));

const MISSED = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };

/** The cost of closing on a day, as a person is told it. */
async function closingOf({ userId, loanId }: LabLoan, today: string) {
  const on = businessDate(today);
  const loan = await lab.worker.forUser(userId, async (tx) =>
    loanToQuote(tx, userId, (await findFacts(tx, userId, loanId))!, on),
  );
  return loan && closingQuote(loan, on);
}

test('LEND-9: given the hour before the close, when closing is quoted, then tonight’s charge is in it', async () => {
  const loan = await lab.lend('night l', MISSED);
  // Due on 15 February and missed: the close of 18 February opens the day of the charge, and has not run yet.
  lab.set(new Date('2027-02-18T18:40:00Z'));
  await lab.catchUp(loan, businessDate('2027-02-17'));
  const quote = (await closingOf(loan, '2027-02-19'))!;
  expect(quote).toMatchObject({ chargesPaise: 20_000, totalPaise: 1_545_000 + 1_429 + 20_000 });
  await lab.credit(loan, 'night', quote.totalPaise, lab.clock.now());
  const { rows } = await lab.owner.query('select status, closed_on::text from loans where id = $1', [
    loan.loanId,
  ]);
  expect(rows).toEqual([{ status: 'closed', closed_on: '2027-02-19' }]);
  expect(await closingOf(loan, '2027-02-19')).toBeUndefined();
});

test('LEND-9: given a day on which nothing was closed for weeks, then interest is quoted to its eve', async () => {
  const loan = await lab.lend('lag l', MISSED);
  lab.set(new Date('2027-01-31T06:30:00Z'));
  expect(await closingOf(loan, '2027-01-31')).toMatchObject({
    chargesPaise: 0,
    interestPaise: 7_742,
    totalPaise: 1_537_742,
  });
});

test('LEND-B5, LEND-9: given a loan parked for weeks, when closing is quoted, then all open days count', async () => {
  const loan = await lab.lend('parked l', MISSED);
  const other = await lab.lend('other l', MISSED);
  lab.set(new Date('2027-02-17T06:30:00Z'));
  await lab.catchUp(loan, businessDate('2027-02-16'));
  await lab.owner.query(
    "insert into parked_loans (user_id, id, business_on, reason, parked_at) values ($1, $2, '2027-02-17', 'defect', now())",
    [loan.userId, loan.loanId],
  );
  lab.set(new Date('2027-03-10T06:30:00Z'));
  await lab.catchUp(other, businessDate('2027-03-09'));
  const quote = await closingOf(loan, '2027-03-10');
  expect(quote).toEqual(await closingOf(other, '2027-03-10'));
  expect(quote?.chargesPaise).toBeGreaterThan(0);
});

/** A payment as its page shows it on a day. */
async function pageOf({ userId, loanId }: LabLoan, today: string) {
  const on = businessDate(today);
  const facts = await lab.worker.forUser(userId, (tx) => findFactsOn(tx, userId, loanId, on));
  return toPayment(facts!, on);
}

/** As the contract has it: an answer with another id is outside its declaration. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('LEND-B2: given the hour before the close, when a page is read, then tonight’s charge is owed on it as it is written later', async () => {
  const loan = await lab.lend('page l', MISSED);
  lab.set(new Date('2027-02-18T18:40:00Z'));
  await lab.catchUp(loan, businessDate('2027-02-17'));
  const before = await pageOf(loan, '2027-02-19');
  expect((await pageOf(loan, '2027-02-18')).outstandingPaise).toBe(1_560_000);
  expect(before).toMatchObject({ outstandingPaise: 1_580_000, status: 'pending' });
  await lab.catchUp(loan, businessDate('2027-02-18'));
  const after = await pageOf(loan, '2027-02-19');
  const withoutIds = ({ charges, ...page }: typeof after) => ({
    ...page,
    charges: charges.map(({ id, ...charge }) => ({ ...charge, hasId: UUID.test(id) })),
  });
  expect(withoutIds(before)).toEqual(withoutIds(after));
});

test('LEND-B2: given a day of interest only, when a page is read weeks later, then nothing is computed and nothing differs', async () => {
  const loan = await lab.lend('calm l', MISSED);
  lab.set(new Date('2027-01-20T06:30:00Z'));
  await lab.catchUp(loan, businessDate('2027-01-19'));
  const { rows } = await lab.owner.query('select next_on::text from loan_days where loan_id = $1', [
    loan.loanId,
  ]);
  expect(rows).toEqual([{ next_on: '2027-01-31' }]);
  expect((await pageOf(loan, '2027-01-30')).outstandingPaise).toBe(1_560_000);
});
