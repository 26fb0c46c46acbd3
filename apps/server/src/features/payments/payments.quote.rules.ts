import type { Plan, PlanOption } from '@mohlat/contract';
import {
  aprMonthlyBps,
  aprSingleBps,
  bpsToDecimal,
  type BusinessDate,
  daysBetween,
  emiSchedule,
  gstInsideFee,
  type LatePolicy,
  paise,
  type Paise,
  type ScheduleRow,
  ScheduleTooSmall,
  scheduleTotals,
  serviceFee,
  singleSchedule,
} from '@mohlat/money';
import { lateOf, type PlanSetting, type Settings } from '#features/settings/index.ts';

/** Everything a plan costs for one bill, fixed when it is quoted. */
export interface PricedPlan {
  readonly plan: Plan;
  readonly annualRateBps: number;
  readonly aprBps: number;
  readonly billPaise: Paise;
  readonly feePaise: Paise;
  readonly gstPaise: Paise;
  readonly interestPaise: Paise;
  readonly totalPaise: Paise;
  readonly schedule: readonly ScheduleRow[];
  /** The cost of lateness. */
  readonly late: LatePolicy;
}

/** Prices one plan; undefined when it is not for bills of this size. Rule: LEND-4, LEND-F1, LEND-F3, LEND-E1, LEND-K1, LEND-K2. */
export function pricePlan(
  billPaise: Paise,
  plan: PlanSetting,
  settings: Settings,
  anchorOn: BusinessDate,
): PricedPlan | undefined {
  if (billPaise < plan.billMinPaise || billPaise > (plan.billMaxPaise ?? billPaise)) return undefined;
  const { fee } = settings;
  const feePaise = serviceFee(billPaise, feeParams(fee));
  const schedule = scheduleOf(billPaise, feePaise, plan, anchorOn);
  if (!schedule) return undefined;
  const totals = scheduleTotals(schedule);
  const aprBps =
    plan.kind === 'single'
      ? aprSingleBps(billPaise, totals.amountPaise, daysBetween(anchorOn, schedule[0]!.dueOn))
      : aprMonthlyBps(
          billPaise,
          schedule.map((row) => row.amountPaise),
        );
  // Rule: LEND-F6. The guard is a setting and off unless the owner turns it on.
  if (settings.aprCeilingBps !== null && aprBps > settings.aprCeilingBps) return undefined;
  return {
    plan: plan.kind === 'single' ? { kind: 'single' } : { kind: 'emi', instalments: plan.instalments },
    annualRateBps: plan.annualRateBps,
    aprBps,
    billPaise,
    feePaise,
    gstPaise: gstInsideFee(feePaise, fee.gstBps).gstPaise,
    interestPaise: totals.interestPaise,
    totalPaise: totals.amountPaise,
    schedule,
    late: lateOf(settings, plan),
  };
}

/** Every plan on offer for a bill, the cheapest in rupees first. */
export function pricePlans(billPaise: Paise, settings: Settings, anchorOn: BusinessDate): PricedPlan[] {
  return settings.plans
    .filter((plan) => plan.isOn)
    .flatMap((plan) => pricePlan(billPaise, plan, settings, anchorOn) ?? [])
    .toSorted((a, b) => a.totalPaise - b.totalPaise);
}

/** The schedule of the same terms, counted from the day the bill was really paid. Rule: LEND-T5, LEND-X6. */
export function scheduleOf(
  billPaise: Paise,
  feePaise: Paise,
  plan: Pick<PlanSetting, 'kind' | 'instalments' | 'annualRateBps' | 'dueDays'>,
  anchorOn: BusinessDate,
): ScheduleRow[] | undefined {
  try {
    return plan.kind === 'single'
      ? singleSchedule({
          billPaise,
          feePaise,
          anchorOn,
          ...(plan.dueDays === null ? {} : { termDays: plan.dueDays }),
        })
      : emiSchedule({ billPaise, feePaise, rateBps: plan.annualRateBps, count: plan.instalments, anchorOn });
  } catch (error) {
    if (error instanceof ScheduleTooSmall) return undefined;
    throw error;
  }
}

/** A plan in brief, to stand beside the others. */
export function toOption(priced: PricedPlan): PlanOption {
  const [first] = priced.schedule;
  const last = priced.schedule.at(-1);
  return {
    plan: priced.plan,
    totalAmountPaise: priced.totalPaise,
    instalmentPaise: first!.amountPaise,
    instalmentCount: priced.schedule.length,
    interestPaise: priced.interestPaise,
    firstDueDate: first!.dueOn,
    lastDueDate: last!.dueOn,
    aprPercent: bpsToDecimal(priced.aprBps),
    annualRatePercent: bpsToDecimal(priced.annualRateBps),
  };
}

export function isSamePlan(a: Plan, b: Plan): boolean {
  return a.kind === b.kind && (a.kind === 'single' || (b.kind === 'emi' && a.instalments === b.instalments));
}

function feeParams(fee: Settings['fee']) {
  return { feeBps: fee.feeBps, minPaise: paise(fee.minPaise), maxPaise: paise(fee.maxPaise) };
}
