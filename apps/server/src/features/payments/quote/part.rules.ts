import type { ErrorCode, PartPrepaymentQuote } from '@mohlat/contract';
import { partQuote, type PartPrepaymentRefusal } from '@mohlat/lending';
import { type BusinessDate, istDayBounds, type Paise } from '@mohlat/money';
import { DomainError } from '#platform/http/domain-error.ts';
import type { QuotedLoan } from '../payments.facts.ts';

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

/**
 * Quotes what paying a part early today would change. Throws: why it cannot be done.
 * Rule: LEND-9 (PART_PREPAY)
 */
export function quotePart(loan: QuotedLoan, amountPaise: Paise, today: BusinessDate): PartPrepaymentQuote {
  const quote = partQuote(loan, amountPaise, today);
  if (!quote.isAccepted) throw new DomainError(refusalOfPart(quote.reason));
  return {
    asOf: today,
    validUntil: new Date(istDayBounds(today).endMs).toISOString(),
    amountPaise,
    interestPaise: quote.accruedInterestPaise,
    principalPaise: quote.principalPaidPaise,
    instalmentBeforePaise: quote.instalmentBeforePaise,
    instalmentAfterPaise: quote.instalmentAfterPaise,
    savingPaise: quote.savingPaise,
    schedule: quote.rows.map(({ dueOn, ...row }) => ({ ...row, dueDate: dueOn })),
  };
}
