import { closingQuote, exitQuote } from '@mohlat/lending';
import { type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findFacts, toLoan } from '#features/payments/index.ts';
import { reverseRepayment } from './index.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const day = (text: string): BusinessDate => businessDate(text);

/** The balances of a loan's books, by account; accounts at zero are left out. */
async function booksOf(lab: Lab, { loanId }: LabLoan): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ account: string; sum: string }>(
    'select account, sum(amount_paise)::text as sum from postings where loan_id = $1 group by 1 having sum(amount_paise) <> 0 order by 1',
    [loanId],
  );
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.sum)]));
}

async function factsOf(lab: Lab, { userId, loanId }: LabLoan) {
  const facts = await lab.worker.forUser(userId, (tx) => findFacts(tx, userId, loanId));
  if (!facts) throw new Error('no such loan');
  return facts;
}

const rowsOf = async (lab: Lab, loan: LabLoan) =>
  (await factsOf(lab, loan)).instalments?.map((one) => [one.principalPaise, one.feePaise, one.interestPaise]);

async function usedOf(lab: Lab, { userId }: LabLoan): Promise<number> {
  const { rows } = await lab.owner.query<{ used: string }>(
    'select used_paise::text as used from credit_accounts where user_id = $1',
    [userId],
  );
  return Number(rows[0]?.used);
}

async function lastNotice(lab: Lab, { userId }: LabLoan): Promise<string> {
  const { rows } = await lab.owner.query<{ title: string }>(
    'select title from notifications where user_id = $1 order by at desc, id desc limit 1',
    [userId],
  );
  return rows[0]?.title ?? '';
}

describe('paying a part early', () => {
  let lab: Lab;
  let count = 0;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());
  afterEach(async () => expect(await lab.broken()).toEqual([]));

  /** The loan of the worked examples. */
  const w2 = (): Promise<LabLoan> => {
    count += 1;
    return lab.lend(`w${count} l1`, {
      billPaise: 1_500_000,
      instalments: 3,
      disbursedOn: day('2027-01-15'),
    });
  };
  let receipts = 0;
  /** Money of a day, heard of on that day unless said otherwise. */
  const pay = async (
    loan: LabLoan,
    amountPaise: number,
    on: string,
    intent: 'emi' | 'exit' | 'part_prepay' = 'part_prepay',
    heardOn = on,
  ) => {
    receipts += 1;
    lab.set(noonOf(day(heardOn)));
    await lab.credit(
      loan,
      `r${receipts}`,
      amountPaise,
      new Date(noonOf(day(on)).getTime() + receipts * 1000),
      intent,
    );
  };

  test('LEND-9, LEND-16: W6, ₹5,000 on the 16th day, to the paisa, then every instalment on its day', async () => {
    const loan = await w2();
    await pay(loan, 500_000, '2027-01-31');
    expect(await rowsOf(lab, loan)).toEqual([
      [337_800, 10_000, 4_900],
      [335_900, 10_000, 6_800],
      [334_042, 10_000, 3_400],
    ]);
    const { rows } = await lab.owner.query(
      `select p.account, p.amount_paise::integer as paise from repayments r join postings p on p.journal_id = r.journal_id
       where r.loan_id = $1 order by p.line`,
      [loan.loanId],
    );
    expect(rows).toEqual([
      { account: 'A120', paise: 500_000 },
      { account: 'A210', paise: -7_742 },
      { account: 'A200', paise: -492_258 },
    ]);
    expect(await usedOf(lab, loan)).toBe(1_007_742);
    expect(await booksOf(lab, loan)).toMatchObject({ A200: 1_007_742, A202: 30_000, I410: -7_742 });
    expect((await factsOf(lab, loan)).partPrepayments).toEqual([
      {
        repaymentId: expect.any(String),
        on: '2027-01-31',
        principalPaise: 492_258,
        interestPaise: 7_742,
        fromNumber: 1,
        instalmentBeforePaise: 520_000,
        instalmentAfterPaise: 352_700,
      },
    ]);
    expect(await lastNotice(lab, loan)).toBe('We received ₹5,000: your next instalment is ₹3,527');
    // The older version is kept as it was.
    const { rows: kept } = await lab.owner.query(
      'select number, principal_paise::integer as paise from instalments where loan_id = $1 and not is_active order by number',
      [loan.loanId],
    );
    expect(kept).toEqual([495_000, 500_000, 505_000].map((paise, index) => ({ number: index + 1, paise })));

    // The rest of the period's interest is earned over its remaining days, and sums to the new figure.
    lab.set(noonOf(day('2027-02-15')));
    await lab.catchUp(loan, day('2027-02-14'));
    expect(await booksOf(lab, loan)).toMatchObject({ A211: 4_900, I410: -12_642 });
    for (const [amountPaise, on] of [
      [352_700, '2027-02-15'],
      [352_700, '2027-03-15'],
      [347_442, '2027-04-15'],
    ] as const)
      await pay(loan, amountPaise, on, 'emi');
    expect(await factsOf(lab, loan)).toMatchObject({ loanStatus: 'closed' });
    expect(await booksOf(lab, loan)).toEqual({
      A105: -1_500_000,
      A120: 1_552_842,
      I400: -25_424,
      I410: -22_842,
      L330: -2_288,
      L331: -2_288,
    });
    expect(await usedOf(lab, loan)).toBe(0);
  });

  test('LEND-9: again in the same period, on the same day, in the next period and in the last', async () => {
    const loan = await w2();
    await pay(loan, 500_000, '2027-01-31');
    await pay(loan, 100_000, '2027-02-05');
    expect((await factsOf(lab, loan)).partPrepayments?.[1]).toMatchObject({ interestPaise: 1_633 });
    // Nothing was earned since: all of it repays the bill.
    await pay(loan, 100_000, '2027-02-05');
    expect((await factsOf(lab, loan)).partPrepayments?.[2]).toMatchObject({
      interestPaise: 0,
      principalPaise: 100_000,
    });
    const due = async () => {
      const next = (await factsOf(lab, loan)).instalments?.find((one) => one.paidFeePaise === 0);
      return next ? next.principalPaise + next.feePaise + next.interestPaise : 0;
    };
    await pay(loan, await due(), '2027-02-15', 'emi');
    await pay(loan, 60_000, '2027-02-15');
    await pay(loan, await due(), '2027-03-15', 'emi');
    await pay(loan, 60_000, '2027-04-01');
    const last = (await factsOf(lab, loan)).instalments ?? [];
    expect(last).toHaveLength(3);
    // The interest for closing restarts with the period.
    const facts = await factsOf(lab, loan);
    const closingOn = (on: string) => closingQuote(toLoan(facts, day(on))!, day(on));
    expect(closingOn('2027-04-01').interestPaise).toBe(0);
    expect(closingOn('2027-04-15').totalPaise).toBe(await due());
    await pay(loan, closingOn('2027-04-08').totalPaise, '2027-04-08', 'emi');
    const books = await booksOf(lab, loan);
    expect(Object.keys(books)).toEqual(['A105', 'A120', 'I400', 'I410', 'L330', 'L331']);
  });

  test('LEND-9, LEND-8: a payment is still cancelled in time, and what was paid early counts', async () => {
    const loan = await w2();
    await pay(loan, 500_000, '2027-01-16');
    const facts = await factsOf(lab, loan);
    // One day of interest came first: 484.
    expect(facts.partPrepayments?.[0]).toMatchObject({ interestPaise: 484, principalPaise: 499_516 });
    const quote = exitQuote(toLoan(facts, day('2027-01-17'))!, day('2027-01-17'))!;
    expect(quote).toMatchObject({ chargePaise: 1_959, amountPaise: 1_501_959 - 500_000 });
    await pay(loan, quote.amountPaise, '2027-01-17', 'exit');
    expect(await factsOf(lab, loan)).toMatchObject({ loanStatus: 'exited', exitChargePaise: 1_959 });
    expect(await booksOf(lab, loan)).toEqual({ A105: -1_500_000, A120: 1_501_959, I410: -1_959 });
    expect(await usedOf(lab, loan)).toBe(0);
  });

  test.each([
    ['something is due', [[100_000, '2027-02-15']], '2027-02-16', 300_000],
    ['money is held for an instalment', [[1_000, '2027-01-20']], '2027-01-25', 300_000],
    ['it is below ₹500', [], '2027-01-25', 49_999],
    ['less than ₹1,000 of the bill would be left', [], '2027-01-25', 1_410_000],
  ] as const)(
    'LEND-9: when %s it pays instalments in order, and the person is told',
    async (_, earlier, on, amountPaise) => {
      const loan = await w2();
      for (const [amount, at] of earlier) await pay(loan, amount, at, 'emi');
      const before = await rowsOf(lab, loan);
      await pay(loan, amountPaise, on);
      const facts = await factsOf(lab, loan);
      expect(facts.partPrepayments).toBeNull();
      expect(await rowsOf(lab, loan)).toEqual(before);
      expect(await lastNotice(lab, loan)).toContain('but your instalments stay the same');
      const paid = facts.instalments!.reduce(
        (sum, one) => sum + one.paidPrincipalPaise + one.paidFeePaise + one.paidInterestPaise,
        0,
      );
      expect(paid).toBe(amountPaise + earlier.reduce((sum, [amount]) => sum + amount, 0));
    },
  );

  test('LEND-9: enough to close the payment closes it', async () => {
    const loan = await w2();
    await pay(loan, 1_534_839, '2027-01-25');
    expect(await factsOf(lab, loan)).toMatchObject({ loanStatus: 'closed', partPrepayments: null });
  });

  test('LEND-W6, LEND-9: an instalment paid ahead of it and heard of later undoes it, and its older schedule is in force', async () => {
    const loan = await w2();
    await pay(loan, 300_000, '2027-01-31');
    expect((await rowsOf(lab, loan))?.[0]).not.toEqual([495_000, 10_000, 15_000]);
    await pay(loan, 520_000, '2027-01-25', 'emi', '2027-02-10');
    const facts = await factsOf(lab, loan);
    expect(facts).toMatchObject({ partPrepayments: null });
    expect(await rowsOf(lab, loan)).toEqual([
      [495_000, 10_000, 15_000],
      [500_000, 10_000, 10_000],
      [505_000, 10_000, 5_000],
    ]);
    expect(await usedOf(lab, loan)).toBe(1_500_000 - 495_000 - 280_000);
  });

  test('LEND-W6, LEND-9: heard of after due date, charge and arrears, it is as if it had been known', async () => {
    const [late, known] = [await w2(), await w2()];
    lab.set(noonOf(day('2027-02-25')));
    await lab.catchUp(late, day('2027-02-24'));
    await pay(late, 500_000, '2027-01-31', 'part_prepay', '2027-02-25');
    await pay(known, 500_000, '2027-01-31');
    lab.set(noonOf(day('2027-02-25')));
    await lab.catchUp(known, day('2027-02-24'));
    expect(await rowsOf(lab, late)).toEqual(await rowsOf(lab, known));
    expect(await booksOf(lab, late)).toEqual(await booksOf(lab, known));
    // Four days late with ₹3,527 and no longer ₹5,200: another band of the table.
    expect((await factsOf(lab, late)).charges).toMatchObject([{ amountPaise: 10_000 }]);
  });

  test('LEND-W7, LEND-9: taken back by the payer’s bank, the schedule before it is in force, and later money falls on it', async () => {
    const loan = await w2();
    await pay(loan, 500_000, '2027-01-31');
    const { rows } = await lab.owner.query<{ id: string }>('select id from repayments where loan_id = $1', [
      loan.loanId,
    ]);
    await pay(loan, 352_700, '2027-02-15', 'emi');
    const heardAt = noonOf(day('2027-02-18'));
    lab.set(heardAt);
    const reversed = await lab.worker.forUser(loan.userId, (tx) =>
      reverseRepayment(tx, { userId: loan.userId, repaymentId: rows[0]!.id }, 'charged_back', heardAt),
    );
    expect(reversed).toMatchObject({ amountPaise: 500_000, channel: 'checkout' });
    const facts = await factsOf(lab, loan);
    expect(facts).toMatchObject({ partPrepayments: null });
    expect(await rowsOf(lab, loan)).toEqual([
      [495_000, 10_000, 15_000],
      [500_000, 10_000, 10_000],
      [505_000, 10_000, 5_000],
    ]);
    expect(facts.instalments?.[0]).toMatchObject({ paidPrincipalPaise: 327_700, paidInterestPaise: 15_000 });
    expect(await usedOf(lab, loan)).toBe(1_500_000 - 327_700);
  });
});
