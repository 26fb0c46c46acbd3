import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import type { Loan } from '../borrower.ts';
import { aLoan, day } from '../borrowers.testing.ts';
import { act } from './acts.ts';
import { seeded } from './random.ts';

/** The first instalment with so much left of it. */
function withRest(restPaise: number): Loan {
  const [first] = aLoan().instalments;
  const instalment = {
    ...first!,
    principalPaise: paise(restPaise),
    feePaise: paise(0),
    interestPaise: paise(0),
  };
  return aLoan({}, { instalments: [instalment] });
}

/** The amount that a borrower pays who pays this part of an instalment, in thousandths. */
function amountOf(loan: Loan, share: number): number | undefined {
  const on = day('2027-02-15');
  const { deeds } = act(
    loan,
    { on, loanId: loan.id, act: { what: 'repay', on, through: 1, share } },
    {
      day: on,
      random: seeded(1),
      latePercent: 0,
      nextTurn: () => 1,
      usableRewardsPaise: () => paise(0),
    },
  );
  const [deed] = deeds;
  return deed?.deed === 'paid' ? deed.money.amountPaise : undefined;
}

test.each([
  { title: 'a part of much, then that part', rest: 90_001, share: 500, pays: 45_001 },
  { title: 'a small part, then a rupee', rest: 10_000, share: 1, pays: 100 },
  { title: 'more than all, then more', rest: 10_000, share: 1_500, pays: 15_000 },
  { title: 'a rest of some paise, then twice the rest', rest: 10, share: 1_000, pays: 20 },
  { title: 'no rest, then no payment', rest: 0, share: 1_000, pays: undefined },
])('given $title', ({ rest, share, pays }) => {
  expect(amountOf(withRest(rest), share)).toBe(pays);
});
