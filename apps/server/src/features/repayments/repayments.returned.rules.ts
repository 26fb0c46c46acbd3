import { codeOf } from '@mohlat/lending';
import { paise } from '@mohlat/money';
import { lines } from '#features/payments/index.ts';
import { excessLine, type Receipt, type SettlementPlan } from './repayments.plan.ts';
import { planExcess } from './repayments.rules.ts';

/**
 * What went back to the payer of a repayment covers nothing any more, however the loan is lived through again: it stays
 * excess, and only the rest is shared out. Rule: LEND-W7, LEND-W8.
 */
export function keepReturned(
  receipt: Receipt,
  returnedPaise: number,
  plan: (rest: Receipt) => SettlementPlan,
): SettlementPlan {
  if (returnedPaise <= 0) return plan(receipt);
  if (returnedPaise >= receipt.amountPaise) return planExcess(receipt);
  const rest = plan({ ...receipt, amountPaise: paise(receipt.amountPaise - returnedPaise) });
  return {
    ...rest,
    allocations: [...rest.allocations, excessLine(receipt.repaymentId, paise(returnedPaise))],
    postings: [
      ...rest.postings,
      ...lines(receipt.loanId, [
        [receipt.account ?? codeOf('CHECKOUT_CLEARING'), returnedPaise],
        [codeOf('EXCESS'), -returnedPaise],
      ]),
    ],
  };
}
