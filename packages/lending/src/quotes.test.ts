import { addDays, paise, sumPaise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { aLoan, borrowerWith, day, live, loanOf, ORDINARY } from './borrowers.testing.ts';
import type { Loan } from './borrower.ts';
import { foresee } from './foresee.ts';
import { closingQuote, exitQuote, isRepaidBy, partQuote, quotableLoan } from './quotes.ts';
import { exit } from './receive-exit.ts';
import { money, openOn, receive, receiveEach } from './backdating.testing.ts';

/** The loan of the worked examples, with this amount held for the first instalment. */
function held(heldPaise = 0, coolingOffDays = 3): Loan {
  const loan = aLoan();
  const [first, ...rest] = loan.instalments;
  return {
    ...loan,
    sold: { ...loan.sold, aprBps: 2_384, coolingOffDays },
    instalments: [{ ...first!, paidPrincipalPaise: paise(heldPaise) }, ...rest],
  };
}
const on = (text: string, loan = held()) => exitQuote(loan, day(text));

test('LEND-8: costs the bill and the days used, to the end of the third day', () => {
  expect(on('2027-01-15')).toEqual({
    untilOn: '2027-01-18',
    chargePaise: 0,
    chargeLeftPaise: 0,
    amountPaise: 1_500_000,
    refundPaise: 0,
  });
  expect(on('2027-01-17')).toMatchObject({ chargePaise: 1_959, amountPaise: 1_501_959, refundPaise: 0 });
  expect(on('2027-01-18')).toMatchObject({ chargePaise: 2_939 });
  expect(on('2027-01-19')).toBeUndefined();
});

test('LEND-8: the window is the one of the settings the loan was sold under', () => {
  expect(on('2027-01-16', held(0, 1))?.untilOn).toBe('2027-01-16');
  expect(on('2027-01-17', held(0, 1))).toBeUndefined();
});

test('LEND-8: what was repaid is taken off, down to the least an order may be for', () => {
  expect(on('2027-01-17', held(520_000))?.amountPaise).toBe(981_959);
  expect(on('2027-01-17', held(1_501_958))?.amountPaise).toBe(100);
  expect(on('2027-01-15', held(1_500_000))?.amountPaise).toBe(100);
});

test.each([0, 520_000, 1_501_958, 1_510_000])(
  'LEND-8: given %i paise repaid, when the quoted amount leaves the loan, then as much goes back as was quoted',
  (heldPaise) => {
    const paid = receiveEach(
      borrowerWith(aLoan({}, { sold: held().sold })),
      ...(heldPaise === 0 ? [] : [money(heldPaise, '2027-01-16', { repaymentId: 'before' })]),
    );
    const quote = exitQuote(loanOf(paid), day('2027-01-17'))!;
    const left = exit(loanOf(paid), money(quote.amountPaise, '2027-01-17', { intent: 'exit' }))!;
    expect(sumPaise(left.excess.map((one) => one.amountPaise))).toBe(quote.refundPaise);
  },
);

test('LEND-8: given the day before a loan began, when asked, then there is nothing to leave', () => {
  expect(on('2027-01-14')).toBeUndefined();
});

test('LEND-9: given fifty paise left, when the open night lets them off, then the loan is quoted no more', () => {
  const paid = receiveEach(
    borrowerWith(aLoan()),
    money(519_950, '2027-01-25', { onlyNumber: 3, channel: 'mandate', repaymentId: 'third' }),
    money(520_000, '2027-02-15', { onlyNumber: 1, channel: 'mandate', repaymentId: 'first' }),
    money(520_000, '2027-03-15', { onlyNumber: 2, channel: 'mandate', repaymentId: 'second' }),
  );
  const quoted = (through: string) => {
    const { loans } = foresee(paid, day(through), () => ORDINARY).borrower;
    return quotableLoan(loans, loanOf(paid).id)?.id;
  };
  expect(quoted('2027-04-14')).toBe('loan');
  expect(quoted('2027-04-15')).toBeUndefined();
  expect(quotableLoan(paid.loans, 'another')).toBeUndefined();
});

test.each(['2027-01-15', '2027-02-14', '2027-02-15', '2027-03-05', '2027-04-20'])(
  'LEND-9: given a loan on %s, when what closing costs is paid, then it closes with nothing over',
  (text) => {
    const borrower = openOn(borrowerWith(aLoan()), day(text));
    const { totalPaise, advancePaise, savingPaise, ...parts } = closingQuote(loanOf(borrower), day(text));
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0) - advancePaise).toBe(totalPaise);
    expect(savingPaise).toBeGreaterThanOrEqual(0);
    const { ending, shares } = receive(borrower, money(totalPaise, text));
    expect(ending).toBe('closed');
    expect(shares.filter(([, component]) => component === 'excess')).toEqual([]);
    const short = receive(borrower, money(totalPaise - 1_001, text));
    expect(short.ending).toBeNull();
  },
);

test.each([
  [0, true],
  [1_000, true],
  [1_001, false],
])(
  'LEND-9, LEND-24: given an agreed sum %s short of what closes, then it repays the loan: %s',
  (short, is) => {
    const loan = loanOf(openOn(borrowerWith(aLoan()), day('2027-03-05')));
    const { totalPaise } = closingQuote(loan, day('2027-03-05'));
    expect(isRepaidBy(loan, paise(totalPaise - short), day('2027-03-05'))).toBe(is);
  },
);

test('LEND-9: given money held for an instalment, when closing is asked for, then it is taken off', () => {
  const { borrower } = receive(borrowerWith(aLoan()), money(100_000, '2027-01-20'));
  const quote = closingQuote(loanOf(borrower), day('2027-01-20'));
  expect(quote.advancePaise).toBe(100_000);
  expect(receive(borrower, money(quote.totalPaise, '2027-01-20')).ending).toBe('closed');
});

test('LEND-D5: given a written-off loan, when closing is asked for, then all of it is demanded', () => {
  const loan = loanOf(live(borrowerWith(aLoan({ count: 12 })), '2027-01-15', '2027-03-01').borrower);
  const written = { ...loan, instalments: loan.instalments.map((one) => ({ ...one, isDemanded: true })) };
  const quote = closingQuote(written, day('2027-03-02'));
  expect(quote.savingPaise).toBe(0);
});

test('LEND-9: given a part paid early, when quoted and paid, then the new schedule is the one quoted', () => {
  const before = openOn(borrowerWith(aLoan()), day('2027-01-25'));
  const quote = partQuote(loanOf(before), paise(500_000), day('2027-01-25'));
  if (!quote.isAccepted) throw new Error(quote.reason);
  const { borrower } = receive(before, money(500_000, '2027-01-25', { intent: 'part_prepay' }));
  const rows = loanOf(borrower).instalments;
  const dues = rows.map((one) => one.principalPaise + one.feePaise + one.interestPaise);
  expect(dues).toEqual(quote.rows.map(({ amountPaise }) => amountPaise));
  expect(quote.instalmentAfterPaise).toBe(dues[0]);
  expect(quote.instalmentBeforePaise).toBe(520_000);
  expect(quote.savingPaise).toBe(30_000 - 4_839 - sumPaise(rows.map((one) => one.interestPaise)));
  expect(partQuote(loanOf(before), paise(49_999), day('2027-01-25'))).toEqual({
    isAccepted: false,
    reason: 'below_minimum',
  });
  expect(
    partQuote(loanOf(openOn(before, addDays(day('2027-02-15'), 1))), paise(500_000), day('2027-02-16')),
  ).toEqual({ isAccepted: false, reason: 'arrears' });
});

test('LEND-9: given an instalment paid in its time, when a part is quoted, then it counts for nothing', () => {
  const paid = receiveEach(borrowerWith(aLoan()), money(520_000, '2027-02-15'));
  const quote = partQuote(loanOf(paid), paise(500_000), day('2027-02-15'));
  if (!quote.isAccepted) throw new Error(quote.reason);
  const interestLeft = sumPaise(quote.rows.map((one) => one.interestPaise));
  expect(quote).toMatchObject({
    accruedInterestPaise: 0,
    instalmentBeforePaise: 520_000,
    instalmentAfterPaise: quote.rows[0]!.amountPaise,
    savingPaise: 15_000 - interestLeft,
  });
  const { borrower } = receive(
    paid,
    money(500_000, '2027-02-15', { repaymentId: 'part', intent: 'part_prepay' }),
  );
  expect(loanOf(borrower).instalments.map(({ number, startOn }) => [number, startOn])).toEqual([
    [1, '2027-01-15'],
    [2, '2027-02-15'],
    [3, '2027-03-15'],
  ]);
});
