import { codeOf } from '@mohlat/lending';
import { allocate, type DatedLoan, minPaise, outstandingOf, type Paise, subtractPaise } from '@mohlat/money';
import { lines } from '#features/payments/index.ts';
import {
  type AllocationLine,
  excessLine,
  partsOf,
  type Receipt,
  type SettlementPlan,
} from './repayments.plan.ts';

/**
 * Money for a loan that was written off: all of it is recovery income. What the borrower still owes stands beside the books
 * and falls in the order principal, fee, interest, charges; once nothing is left the loan is closed, or settled where a
 * lower sum was agreed and has come in.
 * Rule: LEND-W3, LEND-16 journal 30.
 */
export function planRecovery(
  loan: DatedLoan,
  receipt: Receipt,
  agreedRestPaise: Paise | undefined,
): SettlementPlan {
  const account = receipt.account ?? codeOf('CHECKOUT_CLEARING');
  const usedPaise = minPaise(receipt.amountPaise, agreedRestPaise ?? receipt.amountPaise);
  const { rows, excessPaise } = allocate({
    instalments: loan.instalments,
    charges: loan.charges,
    amountPaise: usedPaise,
    // All of it is demanded once it is written off, whatever its day.
    asOf: loan.instalments.reduce((last, one) => (one.dueOn > last ? one.dueOn : last), receipt.valueOn),
    npa: true,
  });
  const recoveredPaise = subtractPaise(usedPaise, excessPaise);
  const backPaise = subtractPaise(receipt.amountPaise, recoveredPaise);
  const allocations: AllocationLine[] = rows.map((row) => ({
    repaymentId: receipt.repaymentId,
    number: row.number,
    ...(row.chargeId === null ? {} : { chargeId: row.chargeId }),
    component: row.component,
    amountPaise: row.amountPaise,
    isEarmark: false,
  }));
  if (backPaise > 0) allocations.push(excessLine(receipt.repaymentId, backPaise));
  return {
    allocations,
    instalments: partsOf(allocations),
    waivedCharges: [],
    releasesEarmarks: false,
    closesAs: endOf(loan, recoveredPaise, agreedRestPaise),
    journalKind: 'recovery',
    usedFreedPaise: 0,
    postings: lines(receipt.loanId, [
      [account, receipt.amountPaise],
      [codeOf('RECOVERY_INCOME'), -recoveredPaise],
      [codeOf('EXCESS'), -backPaise],
    ]),
  };
}

function endOf(
  loan: DatedLoan,
  recoveredPaise: Paise,
  agreedRestPaise: Paise | undefined,
): 'closed' | 'settled' | null {
  if (recoveredPaise >= outstandingOf(loan)) return 'closed';
  return agreedRestPaise !== undefined && recoveredPaise >= agreedRestPaise ? 'settled' : null;
}
