import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { financedLeft, unreceivedOf } from './balances.ts';
import { aLoan, borrowerWith, day, loanOf, withPaid } from './borrowers.testing.ts';
import type { Charge, Earmark } from './borrower.ts';

const PARTS = { principal: 495_000, fee: 10_000, interest: 15_000 } as const;

const earmarkOf = (component: keyof typeof PARTS): Earmark => ({
  repaymentId: 'early',
  receivedAt: 0,
  number: 1,
  component,
  amountPaise: paise(PARTS[component]),
});

const chargeOf = (kind: Charge['kind'], paidPaise: number, waivedPaise: number): Charge => ({
  id: kind,
  kind,
  number: 1,
  lateDays: 4,
  leviedOn: day('2027-02-19'),
  overdueOn: day('2027-03-15'),
  amountPaise: paise(20_000),
  paidPaise: paise(paidPaise),
  waivedPaise: paise(waivedPaise),
});

test('LEND-I04, LEND-I05: bill and fee are owed in the books while money is only held for them', () => {
  const paid = {
    paidPrincipalPaise: paise(PARTS.principal),
    paidFeePaise: paise(PARTS.fee),
    paidInterestPaise: paise(PARTS.interest),
  };
  const { instalments } = loanOf(withPaid(borrowerWith(aLoan()), 1, paid));
  const left = (...held: (keyof typeof PARTS)[]) =>
    financedLeft({ instalments, earmarks: held.map(earmarkOf) });
  expect(left()).toBe(1_530_000 - 505_000);
  expect(left('principal')).toBe(1_530_000 - 10_000);
  expect(left('fee')).toBe(1_530_000 - 495_000);
  expect(left('principal', 'fee', 'interest')).toBe(1_530_000);
});

test('LEND-I06, LEND-D4: income not received is unpaid demanded interest, accrued interest and unpaid charges', () => {
  const instalments = aLoan().instalments.map((one) =>
    one.number === 1 ? { ...one, isDemanded: true, paidInterestPaise: paise(6_000) } : one,
  );
  const charges = [chargeOf('penal', 5_000, 2_000), chargeOf('bounce', 0, 20_000)];
  expect(unreceivedOf({ ...aLoan(), instalments, charges }, day('2027-02-28'))).toEqual({
    interestPaise: 9_000 + 5_000,
    penalPaise: 13_000,
    bouncePaise: 0,
  });
});
