import { codeOf, splitGst, type Supply } from '@mohlat/lending';
import {
  accruedOfInstalment,
  type BusinessDate,
  minPaise,
  paise,
  type Paise,
  subtractPaise,
  sumPaise,
  unpaidComponent,
} from '@mohlat/money';
import { lines } from '#features/payments/index.ts';
import {
  type AllocationLine,
  excessLine,
  type HeldMoney,
  type OwedLoan,
  partsOf,
  type Receipt,
  type SettlementPlan,
} from './repayments.plan.ts';

/** What is given back and what is charged when a loan is left. */
export interface ExitTerms extends Supply {
  readonly serviceFeePaise: number;
  readonly gstPaise: number;
  /** For the days used, to the value date of the money. */
  readonly chargePaise: Paise;
}

/**
 * Leaving a loan within its cooling-off time: the bill is repaid, the days used are charged, fee and tax are given back,
 * the interest accrued is taken back. Money held for instalments counts first; the rest is refundable. What the charge
 * rose by since the order was made is waived: who pays what was asked has left. Undefined when not even the bill is there.
 * Rule: LEND-8, LEND-16 journal 20.
 */
export function planExit(
  loan: OwedLoan,
  held: readonly HeldMoney[],
  receipt: Receipt,
  terms: ExitTerms,
): SettlementPlan | undefined {
  const purses = [...held, { repaymentId: receipt.repaymentId, amountPaise: receipt.amountPaise }].map(
    (one) => ({ ...one }),
  );
  const bill = sumPaise(loan.instalments.map((one) => one.principalPaise));
  if (sumPaise(purses.map((one) => one.amountPaise)) < bill) return undefined;
  const allocations: AllocationLine[] = [];
  let waivedPaise = paise(0);
  for (const claim of claimsOf(loan, terms)) {
    let left = claim.amountPaise;
    for (const purse of purses) {
      const taken = minPaise(left, purse.amountPaise);
      if (taken <= 0) continue;
      purse.amountPaise = subtractPaise(purse.amountPaise, taken);
      left = subtractPaise(left, taken);
      allocations.push({ ...claim, repaymentId: purse.repaymentId, amountPaise: taken, isEarmark: false });
    }
    waivedPaise = paise(waivedPaise + left);
  }
  const excess = purses.filter((purse) => purse.amountPaise > 0);
  for (const purse of excess) allocations.push(excessLine(purse.repaymentId, purse.amountPaise));
  const accrued = accruedAt(loan, receipt.valueOn);
  const tax = splitGst(terms.gstPaise, terms);
  return {
    allocations,
    instalments: partsOf(allocations).map((part) => {
      const one = loan.instalments.find(({ number }) => number === part.number);
      // What was held for fee and interest is spent on the bill instead.
      return {
        number: part.number,
        principalPaise: part.principalPaise - (one?.paidPrincipalPaise ?? 0),
        feePaise: -(one?.paidFeePaise ?? 0),
        interestPaise: -(one?.paidInterestPaise ?? 0),
      };
    }),
    waivedCharges: [],
    releasesEarmarks: true,
    closesAs: 'exited',
    usedFreedPaise: sumPaise(loan.instalments.map((one) => unpaidComponent(one, 'principal'))),
    postings: lines(receipt.loanId, [
      [codeOf('CHECKOUT_CLEARING'), receipt.amountPaise],
      [codeOf('ADVANCE'), sumPaise(held.map((one) => one.amountPaise))],
      [codeOf('FEE_INCOME'), terms.serviceFeePaise - terms.gstPaise],
      [codeOf('CGST'), tax.cgstPaise],
      [codeOf('SGST'), tax.sgstPaise],
      [codeOf('IGST'), tax.igstPaise],
      // Of a loan that does not perform the interest stands in suspense. Rule: LEND-D4.
      [loan.isNpa ? codeOf('SUSPENSE') : codeOf('INTEREST_INCOME'), accrued],
      [codeOf('WAIVED'), waivedPaise],
      [codeOf('PRINCIPAL_NOT_DUE'), -bill],
      [codeOf('FEE_NOT_DUE'), -terms.serviceFeePaise],
      [codeOf('INTEREST_INCOME'), -terms.chargePaise],
      [codeOf('INTEREST_ACCRUED'), -accrued],
      [codeOf('EXCESS'), -sumPaise(excess.map((one) => one.amountPaise))],
    ]),
  };
}

type Claim = Pick<AllocationLine, 'number'> & {
  readonly component: 'principal' | 'interest';
  readonly amountPaise: Paise;
};

/** The bill, instalment by instalment, then the charge, which belongs to none. */
function claimsOf(loan: OwedLoan, terms: ExitTerms): Claim[] {
  return [
    ...loan.instalments.map(({ number, principalPaise }) => ({
      number,
      component: 'principal' as const,
      amountPaise: principalPaise,
    })),
    { number: null, component: 'interest', amountPaise: terms.chargePaise },
  ];
}

/** Interest in the books when the day begins: the days before it are closed. */
function accruedAt(loan: OwedLoan, on: BusinessDate): Paise {
  return sumPaise(loan.instalments.map((one) => accruedOfInstalment(loan, one, on)));
}
