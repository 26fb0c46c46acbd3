import type { Payment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { repaying } from '#test/repaying.ts';
import { balances, clearFaults } from '#test/steps.ts';

let server: TestServer;
const { expectCollectionsAgree, w2, onDay, untilReturned, usedOf, catchUp } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  await expectCollectionsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

describe('the worked examples', () => {
  test('LEND-E4, LEND-22, LEND-B3: W2 and W3, ₹15,000 in three EMIs repaid on time leaves income, tax and nothing owed', async () => {
    const loan = await w2(2027);
    const { person, id } = loan;
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

    const used = [1_005_000, 505_000, 0];
    for (const [index, day] of ['2027-02-15', '2027-03-15', '2027-04-15'].entries()) {
      await onDay(loan, day);
      expect((await person.payment(id)).nextDue).toEqual({ amountPaise: 520_000, dueDate: day });
      const repayment = await person.repay(id, 520_000);
      expect(repayment.status).toBe('succeeded');
      const { schedule } = payment;
      expect(repayment.allocation).toEqual([
        { instalment: index + 1, component: 'fee', amountPaise: 10_000 },
        { instalment: index + 1, component: 'interest', amountPaise: schedule[index]!.interestPaise },
        { instalment: index + 1, component: 'principal', amountPaise: schedule[index]!.principalPaise },
      ]);
      expect(await usedOf(person)).toBe(used[index]);
    }
    expect(await person.payment(id)).toMatchObject({
      status: 'completed',
      outstandingPaise: 0,
      nextDue: null,
    });
    // Settled: the rail has brought everything into the bank.
    await onDay(loan, '2027-04-18');
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

  test('LEND-9: W7, closing early costs the principal, the fee and the interest of the days gone by', async () => {
    const loan = await w2(2028);
    const { person, id } = loan;
    await onDay(loan, '2028-02-15');
    await person.repay(id, 520_000);
    const closing = () =>
      person.ok<{ totalPaise: number; principalPaise: number; feePaise: number; interestPaise: number }>(
        'GET',
        `/payments/${id}/foreclosure`,
      );
    // 2028 is a leap year: the period from 15 February to 15 March has 29 days.
    await onDay(loan, '2028-02-29');
    expect(await closing()).toMatchObject({
      principalPaise: 1_005_000,
      feePaise: 20_000,
      interestPaise: 4_828,
      totalPaise: 1_029_828,
    });
    await onDay(loan, '2028-03-01');
    expect(await closing()).toMatchObject({ totalPaise: 1_030_172 });
    const short = await person.repay(id, 1_029_828);
    expect(short.status).toBe('succeeded');
    expect(await person.payment(id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    expect(await usedOf(person)).toBe(0);
    const books = await balances(server, { loanId: id, isSettled: false });
    expect(books).toMatchObject({ A120: 1_549_828, E510: 344, I410: -20_172 });
    expect(Object.keys(books)).toEqual(['A105', 'A120', 'E510', 'I400', 'I410', 'L330', 'L331']);
  });

  test('LEND-9: W7, on the same day of a common year the figures are those of the paper', async () => {
    const loan = await w2(2029);
    const { person, id } = loan;
    await onDay(loan, '2029-02-15');
    await person.repay(id, 520_000);
    const closing = () => person.ok<{ totalPaise: number }>('GET', `/payments/${id}/foreclosure`);
    await onDay(loan, '2029-03-01');
    expect((await closing()).totalPaise).toBe(1_030_000);
    await onDay(loan, '2029-03-02');
    expect((await closing()).totalPaise).toBe(1_030_357);
    await person.repay(id, 1_030_000);
    expect(await person.payment(id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    expect(await balances(server, { loanId: id, isSettled: false })).toMatchObject({
      A120: 1_550_000,
      E510: 357,
    });
  });

  test("LEND-9: W7, the whole schedule paid ten days in closes the loan, and ₹251.61 are the payer's", async () => {
    const loan = await w2(2030);
    await onDay(loan, '2030-01-25');
    const { totalPaise } = await loan.person.ok<{ totalPaise: number }>(
      'GET',
      `/payments/${loan.id}/foreclosure`,
    );
    expect(totalPaise).toBe(1_534_839);
    const repayment = await loan.person.repay(loan.id, 1_560_000);
    expect(repayment.allocation).toContainEqual({
      instalment: null,
      component: 'excess',
      amountPaise: 25_161,
    });
    expect(await loan.person.payment(loan.id)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
    expect(await balances(server, { loanId: loan.id })).toMatchObject({
      A120: 1_560_000,
      I410: -4_839,
    });
    await untilReturned(loan.id, 25_161);
  });

  test('LEND-W2, LEND-22: W10, an EMI paid before it is due is held for it, and applied on its day', async () => {
    const loan = await w2(2031);
    const { person, id } = loan;
    await onDay(loan, '2031-01-25');
    const repayment = await person.repay(id, 520_000);
    expect(repayment.allocation).toEqual([
      { instalment: 1, component: 'fee', amountPaise: 10_000 },
      { instalment: 1, component: 'interest', amountPaise: 15_000 },
      { instalment: 1, component: 'principal', amountPaise: 495_000 },
    ]);
    expect(await usedOf(person)).toBe(1_005_000);
    expect(await balances(server, { loanId: id, isSettled: false })).toMatchObject({
      A120: 520_000,
      A200: 1_500_000,
      L300: -520_000,
    });
    const held: Payment = await person.payment(id);
    expect(held.schedule[0]).toMatchObject({ status: 'paid', paidPaise: 520_000 });
    expect(held.nextDue).toEqual({ amountPaise: 520_000, dueDate: '2031-03-15' });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);

    await onDay(loan, '2031-02-15');
    await catchUp(loan, '2031-02-14');
    const books = await balances(server, { loanId: id, isSettled: false });
    expect(books).toMatchObject({ A120: 520_000, A200: 1_005_000, A202: 20_000, I410: -15_000 });
    for (const account of ['L300', 'A201', 'A203', 'A210', 'A211']) expect(books).not.toHaveProperty(account);
    // Once more changes nothing.
    await catchUp(loan, '2031-02-14');
    expect(await balances(server, { loanId: id, isSettled: false })).toEqual(books);
  });

  test('LEND-T7: W13, a debit in the last moments of the due date is on time, the next moment is the next day', async () => {
    const loan = await w2(2032);
    const valueDays = async () =>
      (
        await server.sql.query<{ on: string }>(
          'select value_on::text as on from repayments where loan_id = $1 order by created_at',
          [loan.id],
        )
      ).rows.map((row) => row.on);
    await onDay(loan, '2032-02-15', '18:29:50Z');
    await loan.person.repay(loan.id, 260_000);
    await onDay(loan, '2032-02-15', '18:30:01Z');
    await loan.person.repay(loan.id, 260_000);
    expect(await valueDays()).toEqual(['2032-02-15', '2032-02-16']);
  });
});
