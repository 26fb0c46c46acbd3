import { aprMonthlyBps, aprSingleBps } from './apr.ts';
import { type BusinessDate, daysBetween } from './calendar.ts';
import { emiSchedule, type ScheduleRow, ScheduleTooSmall, scheduleTotals, singleSchedule } from './emi.ts';
import { type FeeParams, serviceFee } from './fee.ts';
import { paise, type Paise } from './paise.ts';
import type { Bps } from './rates.ts';

/** A plan as it is sold: one payment after some days, or EMIs at a rate. */
export interface PlanTerms {
  readonly kind: 'single' | 'emi';
  readonly instalments: number;
  readonly annualRateBps: Bps;
  /** The days until a single payment is due; null of EMIs, and where the usual term counts. */
  readonly dueDays: number | null;
}

/** A plan on offer, with the bills it is for: all from the least on where there is no most. Paise. */
export interface PlanOnOffer extends PlanTerms {
  readonly billMinPaise: number;
  readonly billMaxPaise: number | null;
}

export interface PlanCost {
  readonly schedule: readonly [first: ScheduleRow, ...others: ScheduleRow[]];
  readonly interestPaise: Paise;
  readonly totalPaise: Paise;
  readonly aprBps: Bps;
}

/** The schedule of a bill and its fee from a day on; undefined where the instalments would be too small. Rule: LEND-E1, LEND-F3 */
export function planSchedule(
  billPaise: Paise,
  feePaise: Paise,
  plan: PlanTerms,
  anchorOn: BusinessDate,
): PlanCost['schedule'] | undefined {
  const { kind, instalments: count, annualRateBps: rateBps, dueDays } = plan;
  try {
    const [first, ...others] =
      kind === 'single'
        ? singleSchedule({
            billPaise,
            feePaise,
            anchorOn,
            ...(dueDays === null ? {} : { termDays: dueDays }),
          })
        : emiSchedule({ billPaise, feePaise, rateBps, count, anchorOn });
    return first && [first, ...others];
  } catch (error) {
    if (error instanceof ScheduleTooSmall) return undefined;
    throw error;
  }
}

/**
 * The least bill that a plan is offered for: the one of its terms, or the first whose instalments are not too small. A larger bill has
 * larger instalments on any day. Paise.
 * Rule: LEND-E1
 */
export function leastBill(plan: PlanOnOffer, fee: FeeParams, anchorOn: BusinessDate): Paise {
  const isOffered = (bill: number) =>
    planSchedule(paise(bill), serviceFee(paise(bill), fee), plan, anchorOn) !== undefined;
  const least = Math.max(1, plan.billMinPaise);
  if (isOffered(least)) return paise(least);
  let [refused, offered] = [least, least * 2];
  while (!isOffered(offered)) [refused, offered] = [offered, offered * 2];
  while (offered - refused > 1) {
    const middle = Math.floor((refused + offered) / 2);
    if (isOffered(middle)) offered = middle;
    else refused = middle;
  }
  return paise(offered);
}

/**
 * The cost of a bill under a plan that is sold on a day; undefined where the plan is not for bills of this size, or is dearer than the
 * ceiling allows. Without a ceiling none is too dear.
 * Rule: LEND-4, LEND-F3, LEND-F6, LEND-K1, LEND-K2
 */
export function planCost(
  { billPaise, feePaise }: { readonly billPaise: Paise; readonly feePaise: Paise },
  plan: PlanOnOffer,
  aprCeilingBps: Bps | null,
  anchorOn: BusinessDate,
): PlanCost | undefined {
  if (billPaise < plan.billMinPaise || billPaise > (plan.billMaxPaise ?? billPaise)) return undefined;
  const schedule = planSchedule(billPaise, feePaise, plan, anchorOn);
  if (!schedule) return undefined;
  const { amountPaise: totalPaise, interestPaise } = scheduleTotals(schedule);
  const amounts = schedule.map((row) => row.amountPaise);
  const aprBps =
    plan.kind === 'single'
      ? aprSingleBps(billPaise, totalPaise, daysBetween(anchorOn, schedule[0].dueOn))
      : aprMonthlyBps(billPaise, amounts);
  return aprCeilingBps !== null && aprBps > aprCeilingBps
    ? undefined
    : { schedule, interestPaise, totalPaise, aprBps };
}

/** The share of a bill, in percent, above which the cost of borrowing it is dear. Rule: LEND-4 (smallest bill) */
export const DEAR_PERCENT = 10;

/**
 * The least cost of borrowing a bill where it is more than `DEAR_PERCENT` of the bill; else undefined. The person's own money is
 * then advised first. Interest comes on top, but only the fee is known before a plan is chosen.
 * Rule: LEND-4 (smallest bill)
 */
export function dearCost(billPaise: Paise, fee: FeeParams): Paise | undefined {
  const costPaise = serviceFee(billPaise, fee);
  return costPaise * 100 > billPaise * DEAR_PERCENT ? costPaise : undefined;
}
