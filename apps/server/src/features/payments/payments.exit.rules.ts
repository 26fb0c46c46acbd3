import {
  addPaise,
  type BusinessDate,
  coolingOffEndsOn,
  coolingOffQuote,
  type InstalmentState,
  maxPaise,
  paidOfInstalment,
  paise,
  type Paise,
  subtractPaise,
  sumPaise,
  ZERO_PAISE,
} from '@mohlat/money';

/** What leaving a loan depends on. */
export interface ExitFacts {
  readonly amountPaise: number;
  readonly serviceFeePaise: number;
  readonly gstPaise: number;
  readonly aprBps: number;
  readonly disbursedOn: string | null;
  readonly coolingOffDays: number;
  readonly instalments: readonly InstalmentState[] | null;
  /** What was repaid beside the schedule, to make it smaller. */
  readonly partPrepayments?:
    readonly { readonly principalPaise: Paise; readonly interestPaise: Paise }[] | null;
}

export interface ExitQuote {
  /** The last day of the window, to its end in India. */
  readonly untilOn: BusinessDate;
  /** The yearly rate for the days used, on the bill. */
  readonly chargePaise: Paise;
  /** What of it is still to be paid: a part-prepayment collected its interest first. */
  readonly chargeLeftPaise: Paise;
  /** What is still to be paid: what was repaid before counts. */
  readonly amountPaise: Paise;
}

/** The least an order may be for. Who has repaid the bill already pays this much, and has it back with the rest. */
const ORDER_MIN_PAISE: Paise = paise(100);

/**
 * What cancelling costs on a day: the bill and the charge for the days used, less what was repaid before. Undefined once
 * the window is over, and before the loan began.
 * Rule: LEND-8
 */
export function exitQuote(facts: ExitFacts, on: BusinessDate): ExitQuote | undefined {
  if (facts.disbursedOn === null) return undefined;
  const anchorOn = facts.disbursedOn as BusinessDate;
  const windowDays = facts.coolingOffDays;
  const terms = { billPaise: paise(facts.amountPaise), aprBps: facts.aprBps, anchorOn, windowDays };
  const quote = on < anchorOn ? undefined : coolingOffQuote(terms, on);
  if (!quote) return undefined;
  const prepaid = facts.partPrepayments ?? [];
  const interestPaid = sumPaise(prepaid.map((one) => one.interestPaise));
  const chargeLeftPaise = maxPaise(ZERO_PAISE, subtractPaise(quote.chargePaise, interestPaid));
  const repaid = sumPaise([
    ...(facts.instalments ?? []).map((one) => paidOfInstalment(one)),
    ...prepaid.map((one) => one.principalPaise),
  ]);
  const owed = addPaise(terms.billPaise, chargeLeftPaise);
  return {
    untilOn: coolingOffEndsOn(anchorOn, windowDays),
    chargePaise: quote.chargePaise,
    chargeLeftPaise,
    amountPaise: maxPaise(ORDER_MIN_PAISE, subtractPaise(owed, repaid)),
  };
}
