import { addDays, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import type { Charge, Instalment } from './borrower.ts';
import { aLoan, day, sumsOf } from './borrowers.testing.ts';
import { NOTHING } from './decision.ts';
import { closeUnowed, isPaidUp, releaseAllowance } from './ending.ts';

const TODAY = day('2027-04-20');
const paid = aLoan().instalments.map((one) => ({
  ...one,
  isDemanded: true,
  paidPrincipalPaise: one.principalPaise,
  paidFeePaise: one.feePaise,
  paidInterestPaise: one.interestPaise,
}));
const lastBut = (change: Partial<Instalment>): Instalment[] => [
  ...paid.slice(0, -1),
  { ...paid.at(-1)!, ...change },
];
const charge = (paidPaise: number, waivedPaise = 0): Charge => ({
  id: 'c',
  kind: 'penal',
  number: 1,
  lateDays: 4,
  leviedOn: day('2027-02-19'),
  overdueOn: day('2027-03-15'),
  amountPaise: paise(20_000),
  paidPaise: paise(paidPaise),
  waivedPaise: paise(waivedPaise),
});

test.each<[string, readonly Instalment[], readonly Charge[], boolean]>([
  ['all of it paid', paid, [], true],
  ['a paisa unpaid', lastBut({ paidFeePaise: paise(paid.at(-1)!.feePaise - 1) }), [], false],
  ['the last instalment held and not demanded', lastBut({ isDemanded: false }), [], false],
  ['a charge paid and waived', paid, [charge(15_000, 5_000)], true],
  ['a paisa of a charge unpaid', paid, [charge(20_000), charge(15_000, 4_999)], false],
  ['a charge of that day unpaid', paid, [{ ...charge(0), leviedOn: TODAY }], false],
  ['a charge of a later day unpaid', paid, [{ ...charge(0), leviedOn: addDays(TODAY, 1) }], true],
])('LEND-9: given a loan with %s, when asked, then it is paid up or not', (_, instalments, charges, is) => {
  expect(isPaidUp({ instalments, charges }, TODAY)).toBe(is);
});

test('LEND-16 journal 25: given an allowance, when the loan ends, then it goes back; given none, then nothing does', () => {
  const held = aLoan({}, { allowancePaise: paise(1) });
  const { journals, changes, notices } = closeUnowed(held, day('2027-04-20'));
  expect(sumsOf(journals)).toEqual({ A290: 1, E520: -1 });
  expect(changes).toEqual([
    { change: 'loan_ended', loanId: 'loan', on: '2027-04-20', status: 'closed' },
    { change: 'allowance_set', loanId: 'loan', amountPaise: 0 },
  ]);
  expect(notices).toEqual([{ notice: 'nothing_owed_any_more', loanId: 'loan' }]);
  expect(releaseAllowance(aLoan(), day('2027-04-20'))).toBe(NOTHING);
});
