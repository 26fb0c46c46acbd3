import type { Payment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { balances, clearFaults } from '#test/steps.ts';

let server: TestServer;
const { expectCollectionsAgree, w2, onDay, usedOf, catchUp } = repaying(() => server);

/** Loans of the same terms and the same day; each is repaid in another way. */
let punctual: Loan;
let ahead: Loan;
let halves: Loan;
let late: Loan;

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
  punctual = await w2(2027);
  [ahead, halves, late] = await Promise.all([w2(2027), w2(2027), w2(2027)]);
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  await expectCollectionsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const booksOf = ({ id }: Loan) => balances(server, { loanId: id, isSettled: false });

// One calendar: each test begins on the day on which the one before it ended. What the rules come to is tested with them.
describe('the worked examples', () => {
  test('LEND-W2, LEND-22: W10, an EMI paid before it is due is held for it', async () => {
    const { person, id } = ahead;
    await onDay(ahead, '2027-01-25');
    const repayment = await person.repay(id, 520_000);
    expect(repayment.allocation).toEqual([
      { instalment: 1, component: 'fee', amountPaise: 10_000 },
      { instalment: 1, component: 'interest', amountPaise: 15_000 },
      { instalment: 1, component: 'principal', amountPaise: 495_000 },
    ]);
    expect(await usedOf(person)).toBe(1_005_000);
    expect(await booksOf(ahead)).toMatchObject({ A120: 520_000, A200: 1_500_000, L300: -520_000 });
    const held: Payment = await person.payment(id);
    expect(held.schedule[0]).toMatchObject({ status: 'paid', paidPaise: 520_000 });
    expect(held.nextDue).toEqual({ number: 2, amountPaise: 520_000, dueDate: '2027-03-15' });
  });

  test('LEND-E4, LEND-W2: W2 and W3, an EMI repaid on its day is shared out and frees the limit', async () => {
    const { person, id } = punctual;
    await onDay(punctual, '2027-02-15');
    const payment = await person.payment(id);
    expect(
      payment.schedule.map((row) => [
        row.dueDate,
        row.amountPaise,
        row.principalPaise,
        row.feePaise,
        row.interestPaise,
      ]),
    ).toEqual([
      ['2027-02-15', 520_000, 495_000, 10_000, 15_000],
      ['2027-03-15', 520_000, 500_000, 10_000, 10_000],
      ['2027-04-15', 520_000, 505_000, 10_000, 5_000],
    ]);
    expect(payment).toMatchObject({
      totalAmountPaise: 1_560_000,
      aprPercent: '23.84',
      annualRatePercent: '11.75',
    });
    await repayOnTime(1);
  });

  test('LEND-22: W10, what was held is applied on its day, once', async () => {
    await onDay(ahead, '2027-02-15');
    await catchUp(ahead, '2027-02-14');
    const books = await booksOf(ahead);
    expect(books).toMatchObject({ A120: 520_000, A200: 1_005_000, A202: 20_000, I410: -15_000 });
    for (const account of ['L300', 'A201', 'A203', 'A210', 'A211']) expect(books).not.toHaveProperty(account);
    await catchUp(ahead, '2027-02-14');
    expect(await booksOf(ahead)).toEqual(books);
  });

  test('LEND-T7: W13, a debit in the last moments of the due date is on time, the next moment is the next day', async () => {
    const valueDays = async () =>
      (
        await server.sql.query<{ on: string }>(
          'select value_on::text as on from repayments where loan_id = $1 order by created_at',
          [halves.id],
        )
      ).rows.map((row) => row.on);
    await onDay(halves, '2027-02-15', '18:29:50Z');
    await halves.person.repay(halves.id, 260_000);
    await onDay(halves, '2027-02-15', '18:30:01Z');
    await halves.person.repay(halves.id, 260_000);
    expect(await valueDays()).toEqual(['2027-02-15', '2027-02-16']);
  });

  test('LEND-L2: a late person sees the charge on the fourth day, pays everything at once, and owes nothing', async () => {
    const { person, id } = late;
    await onDay(late, '2027-02-19');
    const charged = await until(async () => {
      const payment = await person.payment(id);
      return payment.charges.length > 0 ? payment : undefined;
    });
    expect(charged.charges).toMatchObject([
      { kind: 'penal', instalment: 1, leviedOn: '2027-02-19', amountPaise: 20_000, paidPaise: 0 },
    ]);
    expect(charged.outstandingPaise).toBe(1_560_000 + 20_000);
    const closing = await person.ok<{ chargesPaise: number; totalPaise: number }>(
      'GET',
      `/payments/${id}/foreclosure`,
    );
    expect(closing.chargesPaise).toBe(20_000);
    await person.repay(id, closing.totalPaise);
    expect(await person.payment(id)).toMatchObject({
      status: 'completed',
      outstandingPaise: 0,
      charges: [{ paidPaise: 20_000 }],
    });
    expect(await balances(server, { loanId: id })).toMatchObject({ I420: -20_000 });
  });

  test('LEND-9: W7, closing early answers its parts, and at most ₹10 too little closes all the same', async () => {
    const { person, id } = ahead;
    await onDay(ahead, '2027-03-01');
    const closing = () => person.ok<object>('GET', `/payments/${id}/foreclosure`);
    expect(await closing()).toMatchObject({
      principalPaise: 1_005_000,
      feePaise: 20_000,
      interestPaise: 5_000,
      totalPaise: 1_030_000,
    });
    await onDay(ahead, '2027-03-02');
    expect(await closing()).toMatchObject({ totalPaise: 1_030_357 });
    expect((await person.repay(id, 1_030_000)).status).toBe('succeeded');
    expect(await person.payment(id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    expect(await usedOf(person)).toBe(0);
    expect(await booksOf(ahead)).toEqual({
      A105: -1_500_000,
      A120: 1_550_000,
      E510: 357,
      I400: -25_424,
      I410: -20_357,
      L330: -2_288,
      L331: -2_288,
    });
  });

  test('LEND-E4, LEND-22, LEND-B3: W3, repaid on time and settled leaves income, tax and nothing owed', async () => {
    const { person, id } = punctual;
    await repayOnTime(2);
    await repayOnTime(3);
    expect(await person.payment(id)).toMatchObject({
      status: 'completed',
      outstandingPaise: 0,
      nextDue: null,
    });
    // Settled: the rail has brought everything into the bank.
    await onDay(punctual, '2027-04-18');
    const books = await until(async () => {
      const now = await balances(server, { loanId: id });
      return now['A120'] === undefined ? now : undefined;
    });
    expect(books).toEqual({
      A100: 1_560_000,
      A105: -1_500_000,
      I400: -25_424,
      I410: -30_000,
      L330: -2_288,
      L331: -2_288,
    });
  });
});

/** Repays an instalment on the day on which it is due. */
async function repayOnTime(number: number): Promise<void> {
  const { person, id } = punctual;
  const { schedule } = await person.payment(id);
  const due = schedule[number - 1]!;
  await onDay(punctual, due.dueDate);
  expect((await person.payment(id)).nextDue).toEqual({
    number,
    amountPaise: 520_000,
    dueDate: due.dueDate,
  });
  const repayment = await person.repay(id, 520_000);
  expect(repayment.status).toBe('succeeded');
  expect(repayment.allocation).toEqual([
    { instalment: number, component: 'fee', amountPaise: 10_000 },
    { instalment: number, component: 'interest', amountPaise: due.interestPaise },
    { instalment: number, component: 'principal', amountPaise: due.principalPaise },
  ]);
  expect(await usedOf(person)).toBe([1_005_000, 505_000, 0][number - 1]);
}
