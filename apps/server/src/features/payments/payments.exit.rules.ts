import { type ExitCharge, exitCharge, coolingOffEndsOn } from '@mohlat/lending';
import {
  addPaise,
  type BusinessDate,
  type InstalmentState,
  maxPaise,
  paidOfInstalment,
  paise,
  type Paise,
  subtractPaise,
  sumPaise,
} from '@mohlat/money';

/** What leaving a loan depends on. */
export interface ExitFacts {
  readonly amountPaise: number;
  readonly serviceFeePaise: number;
  readonly gstPaise: number;
  readonly aprBps: number;
  readonly disbursedOn: BusinessDate | null;
  readonly coolingOffDays: number;
  readonly instalments: readonly InstalmentState[] | null;
  /** What was repaid beside the schedule, to make it smaller. */
  readonly partPrepayments?:
    readonly { readonly principalPaise: Paise; readonly interestPaise: Paise }[] | null;
}

export interface ExitQuote extends ExitCharge {
  /** The last day of the window, to its end in India. */
  readonly untilOn: BusinessDate;
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
  const { disbursedOn, coolingOffDays, aprBps } = facts;
  if (disbursedOn === null) return undefined;
  const billPaise = paise(facts.amountPaise);
  const prepaid = facts.partPrepayments ?? [];
  const interestPaid = sumPaise(prepaid.map((one) => one.interestPaise));
  const charge = exitCharge({ billPaise, aprBps, coolingOffDays }, disbursedOn, interestPaid, on);
  if (!charge) return undefined;
  const repaid = sumPaise([
    ...(facts.instalments ?? []).map((one) => paidOfInstalment(one)),
    ...prepaid.map((one) => one.principalPaise),
  ]);
  const owed = addPaise(billPaise, charge.chargeLeftPaise);
  return {
    ...charge,
    untilOn: coolingOffEndsOn(disbursedOn, coolingOffDays),
    amountPaise: maxPaise(ORDER_MIN_PAISE, subtractPaise(owed, repaid)),
  };
}
