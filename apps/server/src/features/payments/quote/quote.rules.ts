import type { Plan, PlanOption } from '@mohlat/contract';
import {
  bpsToDecimal,
  type BusinessDate,
  gstInsideFee,
  type LatePolicy,
  type Paise,
  planCost,
  type PlanCost,
  serviceFee,
} from '@mohlat/money';
import { feeParamsOf, lateOf, type PlanSetting, type Settings } from '#features/settings/index.ts';

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
  readonly schedule: PlanCost['schedule'];
  /** The cost of lateness. */
  readonly late: LatePolicy;
}

/** Prices one plan; undefined when it is not for bills of this size. Rule: LEND-F1 */
export function pricePlan(
  billPaise: Paise,
  plan: PlanSetting,
  settings: Settings,
  anchorOn: BusinessDate,
): PricedPlan | undefined {
  const { fee, aprCeilingBps } = settings;
  const feePaise = serviceFee(billPaise, feeParamsOf(settings));
  const cost = planCost({ billPaise, feePaise }, plan, aprCeilingBps, anchorOn);
  if (!cost) return undefined;
  return {
    plan: plan.kind === 'single' ? { kind: 'single' } : { kind: 'emi', instalments: plan.instalments },
    annualRateBps: plan.annualRateBps,
    ...cost,
    billPaise,
    feePaise,
    gstPaise: gstInsideFee(feePaise, fee.gstBps).gstPaise,
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

/** A plan in brief, to stand beside the others. */
export function toOption(priced: PricedPlan): PlanOption {
  const [first] = priced.schedule;
  const last = priced.schedule.at(-1) ?? first;
  return {
    plan: priced.plan,
    totalAmountPaise: priced.totalPaise,
    instalmentPaise: first.amountPaise,
    instalmentCount: priced.schedule.length,
    interestPaise: priced.interestPaise,
    firstDueDate: first.dueOn,
    lastDueDate: last.dueOn,
    aprPercent: bpsToDecimal(priced.aprBps),
    annualRatePercent: bpsToDecimal(priced.annualRateBps),
  };
}

export function isSamePlan(a: Plan, b: Plan): boolean {
  return a.kind === b.kind && (a.kind === 'single' || (b.kind === 'emi' && a.instalments === b.instalments));
}
