import { addDays, outstandingOf, type Paise, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { isDebtProposed, standingCharges } from './agreement.ts';
import { levyBounce } from './bounce.ts';
import { after } from './after.ts';
import { at, booksOf, closeThrough, type Kept, lent, money } from './backdating.testing.ts';
import { day, loanOf } from './borrowers.testing.ts';

/*
 * An agreed lower sum ends a loan for as much as the two who agreed to it let off. A loan of ₹15,600 in three instalments, of which
 * ₹10,000 are repaid and ₹3,000 agreed for the rest; then banks take money back.
 */

const AGREED_ON = '2027-03-20';
const AGREED = 300_000;
const owedOn = (kept: Kept): Paise => outstandingOf(loanOf(kept.borrower()));

function agree(
  kept: Kept,
  agreedPaise: number,
  owedPaise: Paise | null = owedOn(kept),
  on = AGREED_ON,
): void {
  const agreement = {
    agreedPaise: paise(agreedPaise),
    owedPaise,
    chargedPaise: owedPaise === null ? null : standingCharges(loanOf(kept.borrower()).charges),
    agreedAt: at(on),
    payByOn: addDays(day(on), 41),
  };
  const borrower = kept.borrower();
  const loans = borrower.loans.map((one) => ({ ...one, agreements: [...one.agreements, agreement] }));
  kept.learn({ ...borrower, loans }, []);
}

/** Repaid in part, then agreed about. */
function agreedAbout(owedPaise?: null): Kept {
  const kept = lent();
  closeThrough(kept, '2027-02-14');
  kept.pay(money(520_000, '2027-02-15'));
  closeThrough(kept, '2027-03-14');
  kept.pay(money(480_000, '2027-03-15'));
  closeThrough(kept, '2027-03-19');
  agree(kept, AGREED, owedPaise);
  return kept;
}

/** A bank takes a repayment back; it is heard of on the day after the last closed one. */
function takeBack(kept: Kept, on: string, heardOn: string): void {
  const valueOn = day(on);
  const news = { news: 'reversed', loanId: 'loan', repaymentId: `r ${on}`, valueOn } as const;
  kept.rebook(news, valueOn, day(heardOn));
}

function pay(kept: Kept, amountPaise: number, on: string): void {
  closeThrough(kept, addDays(day(on), -1));
  kept.pay(money(amountPaise, on));
}

/** A debit comes back, and is charged for. */
function bounce(kept: Kept, number: number, on: string): void {
  const borrower = kept.borrower();
  const levied = levyBounce(loanOf(borrower), number, day(on));
  kept.learn(after(borrower, levied.changes), levied.journals);
}

const statusOf = (kept: Kept) => loanOf(kept.borrower()).status;

test('LEND-24, LEND-W7: given money of before taken back, when the agreed sum comes, then it ends nothing', () => {
  const kept = agreedAbout();
  closeThrough(kept, '2027-03-24');
  takeBack(kept, '2027-02-15', '2027-03-25');
  const owed = owedOn(kept);
  pay(kept, AGREED, '2027-03-26');
  expect([statusOf(kept), owedOn(kept)]).toEqual(['active', owed - AGREED]);
});

test('LEND-24, LEND-W7: given a loan that an agreed sum ended, when money of before is taken back, then it is owed again', () => {
  const kept = agreedAbout();
  const owed = owedOn(kept);
  pay(kept, AGREED, '2027-03-22');
  expect(statusOf(kept)).toBe('settled');
  takeBack(kept, '2027-03-15', '2027-03-25');
  expect([statusOf(kept), owedOn(kept)]).toEqual(['active', owed + 480_000 - AGREED]);
});

test('LEND-24, LEND-W7: given money taken back that comes again, then the books are as if it had stayed', () => {
  const [kept, same] = [agreedAbout(), agreedAbout()];
  pay(kept, AGREED, '2027-03-22');
  pay(same, AGREED, '2027-03-22');
  takeBack(kept, '2027-03-15', '2027-03-25');
  kept.rebook(
    { news: 'received', money: money(480_000, '2027-03-15') },
    day('2027-03-15'),
    day('2027-03-28'),
  );
  expect(statusOf(kept)).toBe('settled');
  expect(booksOf(kept.journals())).toEqual(booksOf(same.journals()));
});

test('LEND-24, LEND-W7: given a part of the agreed sum taken back, when it comes again, then it ends the loan', () => {
  const kept = agreedAbout();
  pay(kept, 100_000, '2027-03-22');
  closeThrough(kept, '2027-03-24');
  takeBack(kept, '2027-03-22', '2027-03-25');
  pay(kept, AGREED - 1, '2027-03-26');
  expect(statusOf(kept)).toBe('active');
  pay(kept, 1, '2027-03-27');
  expect(statusOf(kept)).toBe('settled');
});

test('LEND-24, LEND-W6: given as much heard of late as is taken back, then no more is let off, and it ends the loan', () => {
  const kept = agreedAbout();
  closeThrough(kept, '2027-03-21');
  kept.rebook(
    { news: 'received', money: money(480_000, '2027-03-10') },
    day('2027-03-10'),
    day('2027-03-22'),
  );
  closeThrough(kept, '2027-03-24');
  takeBack(kept, '2027-03-15', '2027-03-25');
  pay(kept, AGREED, '2027-03-26');
  expect(statusOf(kept)).toBe('settled');
});

test('LEND-24: given late charges since the agreement, when its sum comes, then they are let off with the rest', () => {
  const kept = agreedAbout();
  const owed = owedOn(kept);
  closeThrough(kept, '2027-04-20');
  expect(owedOn(kept)).toBeGreaterThan(owed);
  pay(kept, AGREED, '2027-04-21');
  expect([statusOf(kept), owedOn(kept)]).toEqual(['settled', 0]);
});

test('LEND-24, LEND-L6: given a debit that comes back on the day of the agreement, when its sum comes, then it ends the loan', () => {
  const kept = agreedAbout();
  const owed = owedOn(kept);
  bounce(kept, 2, AGREED_ON);
  expect(owedOn(kept)).toBeGreaterThan(owed);
  pay(kept, AGREED, '2027-03-21');
  expect(statusOf(kept)).toBe('settled');
});

test('LEND-24, LEND-L6, LEND-W7: given a charge of the day before it was agreed, when money is taken back, then the charge is counted once', () => {
  const kept = agreedAbout();
  bounce(kept, 2, AGREED_ON);
  agree(kept, AGREED);
  closeThrough(kept, '2027-03-24');
  takeBack(kept, '2027-03-15', '2027-03-25');
  const owed = owedOn(kept);
  pay(kept, AGREED, '2027-03-26');
  expect([statusOf(kept), owedOn(kept)]).toEqual(['active', owed - AGREED]);
});

test.each([
  ['the same', 500_000, 50_000, 50_000, true],
  ['less, by money that came', 499_999, 50_000, 50_000, false],
  ['more, by charges', 550_000, 100_000, 50_000, true],
  ['more, by money taken back', 550_000, 50_000, 50_000, false],
  ['more than the charges since', 550_001, 100_000, 50_000, false],
  ['the same, of an older process', 500_000, 100_000, null, true],
  ['more, of an older process', 500_001, 100_000, null, false],
] as const)(
  'LEND-24, LEND-W7: given a proposal about ₹5,000, when %s is owed, then it is approved or not',
  (_, owed, charged, chargedThen, isSame) => {
    const then = {
      owedPaise: paise(500_000),
      chargedPaise: chargedThen === null ? null : paise(chargedThen),
    };
    expect(isDebtProposed(then, { owedPaise: paise(owed), chargedPaise: paise(charged) })).toBe(isSame);
  },
);

test('LEND-24, LEND-W3, LEND-W7: given a written-off loan, when money of before is taken back, then the agreed sum ends nothing', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-14');
  kept.pay(money(520_000, '2027-02-15'));
  closeThrough(kept, '2027-09-14');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-09-15') }, at('2027-09-15'));
  kept.pay(money(200_000, '2027-09-16'));
  agree(kept, AGREED, owedOn(kept), '2027-09-20');
  const owed = owedOn(kept);
  takeBack(kept, '2027-09-16', '2027-09-22');
  kept.pay(money(AGREED, '2027-09-24'));
  expect([statusOf(kept), owedOn(kept)]).toEqual(['written_off', owed + 200_000 - AGREED]);
});

test('LEND-24: given an agreement that does not say what was owed, when money is taken back, then it holds as before', () => {
  const kept = agreedAbout(null);
  closeThrough(kept, '2027-03-24');
  takeBack(kept, '2027-02-15', '2027-03-25');
  pay(kept, AGREED, '2027-03-26');
  expect(statusOf(kept)).toBe('settled');
});
