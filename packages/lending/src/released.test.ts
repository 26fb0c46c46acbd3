import { paise, sumPaise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { booksOf, closeThrough, type Kept, lent, loansOf, money } from './backdating.testing.ts';
import { day, loanOf } from './borrowers.testing.ts';

const EMI = 520_000;

function release(kept: Kept, on: string, returnedPaise: number, today: string) {
  const valueOn = day(on);
  return kept.rebook(
    {
      news: 'released',
      loanId: 'loan',
      repaymentId: `r ${on}`,
      valueOn,
      returnedPaise: paise(returnedPaise),
    },
    valueOn,
    day(today),
  );
}

const heldOf = (kept: Kept) =>
  Object.fromEntries(loanOf(kept.borrower()).earmarks.map((one) => [one.number, one.repaymentId]));

/** The standing balance of an account, credit positive. */
const held = (kept: Kept, account: string) =>
  kept
    .journals()
    .flatMap(({ lines }) => lines)
    .filter((line) => line.account === account)
    .reduce((sum, { amountPaise }) => sum - amountPaise, 0);

test('LEND-9: given money held for the first instalment, when it is released, then it is excess and nothing else is other', () => {
  const kept = lent();
  kept.pay(money(EMI, '2027-01-25'));
  closeThrough(kept, '2027-01-31');
  const usedPaise = kept.borrower().usedPaise;
  expect(held(kept, 'L300')).toBe(EMI);
  release(kept, '2027-01-25', EMI, '2027-02-01');
  expect([held(kept, 'L300'), held(kept, 'L310')]).toEqual([0, EMI]);
  const loan = loanOf(kept.borrower());
  expect(loan.earmarks).toEqual([]);
  expect(kept.borrower().usedPaise).toBe(1_500_000);
  expect(usedPaise).toBeLessThan(1_500_000);
  const never = lent();
  closeThrough(never, '2027-01-31');
  expect(loan.standings).toEqual(loanOf(never.borrower()).standings);
  expect(loan.allowancePaise).toBe(loanOf(never.borrower()).allowancePaise);
});

test('LEND-W5: given later money held for a later instalment, when the earlier is released, then the later moves up', () => {
  const kept = lent();
  kept.pay(money(EMI, '2027-01-25'));
  closeThrough(kept, '2027-01-27');
  kept.pay(money(EMI, '2027-01-28'));
  expect(heldOf(kept)).toEqual({ 1: 'r 2027-01-25', 2: 'r 2027-01-28' });
  closeThrough(kept, '2027-01-31');
  release(kept, '2027-01-25', EMI, '2027-02-01');
  expect(heldOf(kept)).toEqual({ 1: 'r 2027-01-28' });
});

test('LEND-W6: given a part that was released, when money of an earlier day is heard of, then that part still counts no more', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-14');
  // It pays the first instalment, and the rest waits for the second.
  kept.pay(money(EMI + 300_000, '2027-02-15'));
  closeThrough(kept, '2027-02-19');
  release(kept, '2027-02-15', 300_000, '2027-02-20');
  expect(heldOf(kept)).toEqual({});
  closeThrough(kept, '2027-02-21');
  const late = money(EMI, '2027-02-10', { repaymentId: 'late' });
  kept.rebook({ news: 'received', money: late }, late.valueOn, day('2027-02-22'));
  // The late money paid the first instalment, so what was left of the other waits; the released part is excess.
  const loan = loanOf(kept.borrower());
  expect(sumPaise(loan.earmarks.map(({ amountPaise }) => amountPaise))).toBe(EMI);
  expect(held(kept, 'L310')).toBe(300_000);
  // It may be released as well: of all of the repayment, so much counts no more.
  release(kept, '2027-02-15', EMI + 300_000, '2027-02-23');
  expect([held(kept, 'L300'), held(kept, 'L310')]).toEqual([0, EMI + 300_000]);
});

test('LEND-W7: given a released part, when another repayment is taken back, then the released part pays nothing again', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-14');
  kept.pay(money(EMI, '2027-02-15', { repaymentId: 'first' }));
  closeThrough(kept, '2027-02-16');
  kept.pay(money(EMI, '2027-02-17'));
  closeThrough(kept, '2027-02-19');
  release(kept, '2027-02-17', EMI, '2027-02-20');
  closeThrough(kept, '2027-02-24');
  const valueOn = day('2027-02-15');
  kept.rebook(
    { news: 'reversed', loanId: 'loan', repaymentId: 'first', valueOn },
    valueOn,
    day('2027-02-25'),
  );
  const loan = loanOf(kept.borrower());
  expect(loan.instalments[0]).toMatchObject({ isDemanded: true, paidPrincipalPaise: 0 });
  expect(held(kept, 'L310')).toBe(EMI);
});

test('LEND-W5: given money released at once or later, then the books are the same', () => {
  const lived = (releasedOn: string) => {
    const kept = lent();
    closeThrough(kept, '2027-02-14');
    kept.pay(money(EMI + 200_000, '2027-02-15'));
    for (const on of ['2027-02-15', '2027-02-20', '2027-03-10']) {
      if (on === releasedOn) release(kept, '2027-02-15', 200_000, on);
      closeThrough(kept, on);
    }
    return { books: booksOf(kept.journals()), loans: loansOf(kept.borrower()) };
  };
  expect(lived('2027-03-10')).toEqual(lived('2027-02-20'));
});

test('LEND-L4: given a release, then no late charge of a day that is past is new', () => {
  const kept = lent();
  kept.pay(money(EMI, '2027-01-25'));
  closeThrough(kept, '2027-01-31');
  release(kept, '2027-01-25', EMI, '2027-02-01');
  expect(loanOf(kept.borrower()).noNewPenalThroughOn).toBe('2027-02-01');
});

test('given a repayment that the replay does not reach, when it is released, then it is refused', () => {
  const kept = lent();
  kept.pay(money(EMI, '2027-01-25'));
  closeThrough(kept, '2027-01-31');
  const news = { news: 'released', loanId: 'loan', repaymentId: 'another', returnedPaise: paise(1) } as const;
  expect(() =>
    kept.rebook({ ...news, valueOn: day('2027-01-25') }, day('2027-01-25'), day('2027-02-01')),
  ).toThrow(/counts no more/);
});
