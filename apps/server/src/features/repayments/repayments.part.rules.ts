import { codeOf } from '@mohlat/lending';
import { paise } from '@mohlat/money';
import { lines, partPrepaymentOf, type PaymentFacts } from '#features/payments/index.ts';
import type { AllocationLine, Receipt, SettlementPlan } from './repayments.plan.ts';

/**
 * Paying a part early: the interest of the period so far, then the bill; the instalments still to come are laid out anew.
 * Undefined when on the day of the money it could not be done: it then repays like any other.
 * Rule: LEND-9 (PART_PREPAY), LEND-16 journal 18.
 */
export function planPart(facts: PaymentFacts, receipt: Receipt): SettlementPlan | undefined {
  const plan = partPrepaymentOf(facts, receipt.amountPaise, receipt.valueOn);
  if (!plan.isAccepted) return undefined;
  const { accruedInterestPaise, principalPaidPaise, rows } = plan;
  // Of no instalment: what they owe is said by their new version.
  const beside = { repaymentId: receipt.repaymentId, number: null, isEarmark: false };
  const shares: AllocationLine[] = [
    { ...beside, component: 'interest', amountPaise: accruedInterestPaise },
    { ...beside, component: 'principal', amountPaise: principalPaidPaise },
  ];
  // Interest of a loan that does not perform stands in suspense until it is paid. Rule: LEND-16 journal 27.
  const recognised = facts.loanStatus === 'npa' ? accruedInterestPaise : paise(0);
  return {
    allocations: shares.filter((share) => share.amountPaise > 0),
    instalments: [],
    waivedCharges: [],
    releasesEarmarks: false,
    closesAs: null,
    schedule: rows,
    usedFreedPaise: principalPaidPaise,
    postings: lines(receipt.loanId, [
      [receipt.account ?? codeOf('CHECKOUT_CLEARING'), receipt.amountPaise],
      [codeOf('SUSPENSE'), recognised],
      [codeOf('INTEREST_ACCRUED'), -accruedInterestPaise],
      [codeOf('PRINCIPAL_NOT_DUE'), -principalPaidPaise],
      [codeOf('INTEREST_INCOME'), -recognised],
    ]),
  };
}
