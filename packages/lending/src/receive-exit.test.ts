import { expect, test } from 'vitest';
import { aLoan, borrowerWith, day, live, loanOf, withPaid } from './borrowers.testing.ts';
import { money, receive } from './backdating.testing.ts';
import { paise } from '@mohlat/money';
import { exitQuote } from './quotes.ts';

/** The loan of the worked examples, heard of on a day after its first due date: closed up to the day before. */
function heardOn(text: string) {
  const loan = aLoan({}, { bookedOn: day(text) });
  return live(borrowerWith(loan), '2027-01-15', '2027-02-19').borrower;
}
const LEAVING = { intent: 'exit' } as const;

test('LEND-8, LEND-16 journal 20: given a loan heard of after a due date, when it is left, then what fell due goes with it', () => {
  const borrower = heardOn('2027-02-19');
  const quote = exitQuote(loanOf(borrower), day('2027-02-20'))!;
  expect(quote.untilOn).toBe('2027-02-20');
  const { postings, ending } = receive(borrower, money(quote.amountPaise, '2027-02-20', LEAVING));
  expect(ending).toBe('exited');
  // Interest of the first period, 15000, and of five days of the second, 10000 in 28, is taken back; the days used are charged.
  expect(postings).toMatchObject({
    A120: quote.amountPaise,
    A200: -1_005_000,
    A201: -495_000,
    A202: -20_000,
    A203: -10_000,
    A210: -1_786,
    A211: -15_000,
    I400: 25_424,
    I410: 16_786 - quote.chargePaise,
  });
  expect(quote.amountPaise).toBe(1_500_000 + quote.chargePaise);
});

test('LEND-8: given an instalment that fell due and was paid in part, when asked, then the loan is no longer left', () => {
  const borrower = withPaid(heardOn('2027-02-19'), 1, { paidInterestPaise: paise(1) });
  expect(exitQuote(loanOf(borrower), day('2027-02-20'))).toBeUndefined();
  expect(receive(borrower, money(1_600_000, '2027-02-20', LEAVING)).ending).not.toBe('exited');
});

test('LEND-8: given an owner told within the window, when it is over, then the loan is no longer left', () => {
  const borrower = heardOn('2027-01-17');
  expect(exitQuote(loanOf(borrower), day('2027-02-20'))).toBeUndefined();
  expect(receive(borrower, money(1_600_000, '2027-02-20', LEAVING)).ending).not.toBe('exited');
});
