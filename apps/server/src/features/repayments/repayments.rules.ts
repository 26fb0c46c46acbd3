import { codeOf, type AccountCode } from '@mohlat/lending';
import {
  allocate,
  foreclosureQuote,
  paise,
  type Paise,
  settleForeclosure,
  subtractPaise,
  sumPaise,
  unpaidOfCharge,
  unpaidOfInstalment,
} from '@mohlat/money';
import { lines } from '#features/payments/index.ts';
import { planClosing } from './repayments.closing.rules.ts';
import {
  add,
  type AllocationLine,
  DEMANDED_ACCOUNTS,
  excessLine,
  type HeldMoney,
  type OwedLoan,
  partsOf,
  type Receipt,
  recognise,
  type SettlementPlan,
} from './repayments.plan.ts';

/**
 * Shares a repayment out. At least today's closing figure closes the loan and the rest is refundable excess;
 * otherwise instalments are settled in order and money for later ones is earmarked.
 * Rule: LEND-W2, LEND-9 (EMI, FORECLOSE), LEND-16 journals 13 and 19.
 */
export function planSettlement(loan: OwedLoan, held: readonly HeldMoney[], receipt: Receipt): SettlementPlan {
  const quote = foreclosureQuote(loan, receipt.valueOn);
  const settlement = settleForeclosure(quote, receipt.amountPaise);
  return settlement.closes ? planClosing(loan, held, receipt) : planInOrder(loan, receipt);
}

/**
 * Money that completes a lower sum two people agreed with the borrower: the loan ends with it. What is left of interest and
 * charges is waived, of principal and fee it is a loss; what was paid beyond the agreed sum goes back. Undefined while the
 * sum is not complete, and where the money repays everything anyway.
 * Rule: LEND-24 (settlement), LEND-16 journals 22 and 29.
 */
export function planSettled(
  loan: OwedLoan,
  held: readonly HeldMoney[],
  receipt: Receipt,
  agreedRestPaise: Paise,
): SettlementPlan | undefined {
  if (receipt.amountPaise < agreedRestPaise) return undefined;
  const quote = foreclosureQuote(loan, receipt.valueOn);
  if (settleForeclosure(quote, agreedRestPaise).closes) return undefined;
  return planClosing(loan, held, receipt, subtractPaise(receipt.amountPaise, agreedRestPaise));
}

/**
 * A debit under a mandate pays the instalment it was presented for; what is not needed is excess. Only when nothing else is
 * owed does it close the loan. Rule: LEND-W4.
 */
export function planDebit(
  loan: OwedLoan,
  held: readonly HeldMoney[],
  receipt: Receipt,
  onlyNumber: number,
): SettlementPlan {
  const owesMore =
    loan.instalments.some((one) => one.number !== onlyNumber && unpaidOfInstalment(one) > 0) ||
    loan.charges.some((charge) => unpaidOfCharge(charge) > 0);
  return owesMore ? planInOrder(loan, receipt, onlyNumber) : planSettlement(loan, held, receipt);
}

/** A loan that is no longer owing: everything that arrives is excess. */
export function planExcess(receipt: Receipt): SettlementPlan {
  return {
    allocations: [
      {
        repaymentId: receipt.repaymentId,
        number: null,
        component: 'excess',
        amountPaise: receipt.amountPaise,
        isEarmark: false,
      },
    ],
    instalments: [],
    waivedCharges: [],
    releasesEarmarks: false,
    closesAs: null,
    usedFreedPaise: 0,
    postings: lines(receipt.loanId, [
      [receipt.account ?? codeOf('CHECKOUT_CLEARING'), receipt.amountPaise],
      [codeOf('EXCESS'), -receipt.amountPaise],
    ]),
  };
}

function planInOrder(loan: OwedLoan, receipt: Receipt, onlyNumber?: number): SettlementPlan {
  const { rows, excessPaise } = allocate({
    instalments: loan.instalments,
    // A charge of a later day, which stands when the loan is taken back, was not there to be paid.
    charges: loan.charges.filter((charge) => charge.leviedOn <= receipt.valueOn),
    amountPaise: receipt.amountPaise,
    asOf: receipt.valueOn,
    npa: loan.isNpa,
    ...(onlyNumber === undefined ? {} : { onlyNumber }),
  });
  const credits = new Map<AccountCode, number>();
  for (const row of rows)
    add(credits, row.isEarmark ? codeOf('ADVANCE') : DEMANDED_ACCOUNTS[row.component], row.amountPaise);
  if (excessPaise > 0) add(credits, codeOf('EXCESS'), excessPaise);
  if (loan.isNpa) {
    for (const row of rows)
      if (!row.isEarmark) recognise(credits, row.component, row.amountPaise, row.amountPaise);
  }
  const allocations: AllocationLine[] = rows.map((row) => ({
    repaymentId: receipt.repaymentId,
    number: row.number,
    ...(row.chargeId === null ? {} : { chargeId: row.chargeId }),
    component: row.component,
    amountPaise: row.amountPaise,
    isEarmark: row.isEarmark,
  }));
  if (excessPaise > 0) allocations.push(excessLine(receipt.repaymentId, excessPaise));
  return {
    allocations,
    instalments: partsOf(allocations),
    waivedCharges: [],
    releasesEarmarks: false,
    closesAs: null,
    usedFreedPaise: principalOf(allocations),
    postings: lines(receipt.loanId, [
      [receipt.account ?? codeOf('CHECKOUT_CLEARING'), receipt.amountPaise],
      ...[...credits].map(([account, amount]) => [account, -amount] as const),
    ]),
  };
}

function principalOf(allocations: readonly AllocationLine[]): Paise {
  return sumPaise(
    allocations.filter((one) => one.component === 'principal').map((one) => paise(one.amountPaise)),
  );
}
