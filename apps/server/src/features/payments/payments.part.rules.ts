import type { ErrorCode, PartPrepaymentQuote } from '@mohlat/contract';
import { type PartPrepayment, type PartPrepaymentRefusal, planPartPrepayment } from '@mohlat/lending';
import {
  type BusinessDate,
  isDemanded,
  istDayBounds,
  type Paise,
  subtractPaise,
  sumPaise,
} from '@mohlat/money';
import { DomainError } from '#platform/http/domain-error.ts';
import { isOwing, type PaymentFacts, toLoan } from './payments.facts.ts';

const REFUSALS: Readonly<Record<PartPrepaymentRefusal, ErrorCode>> = {
  arrears: 'part_prepayment_after_dues',
  advance_held: 'part_prepayment_advance_held',
  nothing_left: 'part_prepayment_not_possible',
  below_minimum: 'part_prepayment_too_small',
  closure_offered: 'part_prepayment_close_instead',
  schedule_too_small: 'part_prepayment_not_possible',
};

/** The code for why a part cannot be paid early. */
export function refusalOfPart(reason: PartPrepaymentRefusal): ErrorCode {
  return REFUSALS[reason];
}

/** What an amount of a day does to the coming instalments, under the loan's own rate. Rule: LEND-9 */
export function partPrepaymentOf(facts: PaymentFacts, amountPaise: Paise, on: BusinessDate): PartPrepayment {
  return planPartPrepayment({ loan: toLoan(facts), rateBps: facts.annualRateBps, amountPaise, asOf: on });
}

/**
 * What paying a part early today would change. Throws: payment_not_payable, or why it cannot be done.
 * Rule: LEND-9 (PART_PREPAY)
 */
export function quotePart(facts: PaymentFacts, amountPaise: Paise, today: BusinessDate): PartPrepaymentQuote {
  if (!isOwing(facts)) throw new DomainError('payment_not_payable');
  const plan = partPrepaymentOf(facts, amountPaise, today);
  if (!plan.isAccepted) throw new DomainError(refusalOfPart(plan.reason));
  const before = (facts.instalments ?? []).filter((one) => !isDemanded(one, today));
  const interest = sumPaise(before.map((one) => one.interestPaise));
  const interestLeft = sumPaise([plan.accruedInterestPaise, ...plan.rows.map((row) => row.interestPaise)]);
  const [next] = before;
  return {
    asOf: today,
    validUntil: new Date(istDayBounds(today).endMs).toISOString(),
    amountPaise,
    interestPaise: plan.accruedInterestPaise,
    principalPaise: plan.principalPaidPaise,
    instalmentBeforePaise: next ? sumPaise([next.principalPaise, next.feePaise, next.interestPaise]) : 0,
    instalmentAfterPaise: plan.rows[0]?.amountPaise ?? 0,
    savingPaise: Math.max(0, subtractPaise(interest, interestLeft)),
    schedule: plan.rows.map(({ dueOn, ...row }) => ({ ...row, dueDate: dueOn })),
  };
}
