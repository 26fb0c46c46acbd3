import {
  addPaise,
  aprMonthlyBps,
  aprSingleBps,
  bpsFromDecimal,
  bpsToDecimal,
  daysBetween,
  DEFAULT_FEE_PARAMS,
  DEFAULT_GST_BPS,
  emiSchedule,
  gstInsideFee,
  paise,
  ScheduleTooSmall,
  scheduleTotals,
  serviceFee,
  singleSchedule,
  type BusinessDate,
  type Paise,
  type ScheduleRow,
} from '@mohlat/money';

/** The part of `/public/pricing` that the calculator needs. */
export interface PriceList {
  readonly fee: {
    readonly percent: string;
    readonly minPaise: number;
    readonly maxPaise: number;
    readonly gstPercent: string;
  };
  readonly plans: readonly PricedPlan[];
}
export interface PricedPlan {
  readonly kind: 'single' | 'emi';
  readonly instalments: number;
  readonly annualRatePercent: string;
  readonly dueDays: number | null;
  /** The bills it is for; left out for any. */
  readonly billMinPaise?: number;
  readonly billMaxPaise?: number | null;
}

/** The cost of lateness, from `/public/pricing`. */
export interface LatePrices {
  readonly graceDays: number;
  readonly onLateDays: readonly number[];
  readonly bands: readonly { readonly unpaidUpToPaise: number; readonly chargePaise: number }[];
  readonly aboveBandsPaise: number;
  readonly bouncePaise: number;
  readonly capPercent: string;
}

/** The printed fees: what the page shows until the server's have arrived. */
export const PRINTED_PRICES: PriceList = {
  fee: {
    percent: bpsToDecimal(DEFAULT_FEE_PARAMS.feeBps),
    minPaise: DEFAULT_FEE_PARAMS.minPaise,
    maxPaise: DEFAULT_FEE_PARAMS.maxPaise,
    gstPercent: bpsToDecimal(DEFAULT_GST_BPS),
  },
  plans: [
    { kind: 'single', instalments: 1, annualRatePercent: '0.00', dueDays: 30 },
    { kind: 'emi', instalments: 3, annualRatePercent: '11.75', dueDays: null },
  ],
};
export const PRINTED_AMOUNT_PAISE = 1_500_000;

export interface PlanPrice {
  readonly plan: PricedPlan;
  readonly totalPaise: Paise;
  readonly interestPaise: Paise;
  readonly instalmentPaise: Paise;
  readonly rows: readonly ScheduleRow[];
  readonly firstDueOn: BusinessDate;
  readonly aprPercent: string;
}

export interface BillPrice {
  readonly billPaise: Paise;
  readonly feePaise: Paise;
  readonly gstIncludedPaise: Paise;
  /** Cheapest first. A plan that is not for bills of this size is missing. */
  readonly plans: readonly PlanPrice[];
}

const bps = (percent: string): number => bpsFromDecimal(percent) ?? 0;

/** Prices a bill under every plan, with the same arithmetic as the server. Units: paise; `today` is an Indian date. */
export function priceBill(amountPaise: number, prices: PriceList, today: BusinessDate): BillPrice {
  const billPaise = paise(amountPaise);
  const feePaise = serviceFee(billPaise, {
    feeBps: bps(prices.fee.percent),
    minPaise: paise(prices.fee.minPaise),
    maxPaise: paise(prices.fee.maxPaise),
  });
  const plans = prices.plans
    .flatMap((plan) => pricePlan(plan, billPaise, feePaise, today) ?? [])
    .sort((left, right) => left.totalPaise - right.totalPaise);
  return {
    billPaise,
    feePaise,
    gstIncludedPaise: gstInsideFee(feePaise, bps(prices.fee.gstPercent)).gstPaise,
    plans,
  };
}

function pricePlan(
  plan: PricedPlan,
  billPaise: Paise,
  feePaise: Paise,
  today: BusinessDate,
): PlanPrice | undefined {
  if (billPaise < (plan.billMinPaise ?? 0) || billPaise > (plan.billMaxPaise ?? billPaise)) return undefined;
  const rows = scheduleOf(plan, billPaise, feePaise, today);
  const first = rows?.[0];
  if (!rows || !first) return undefined;
  const totals = scheduleTotals(rows);
  const aprBps =
    plan.kind === 'single'
      ? aprSingleBps(billPaise, addPaise(billPaise, feePaise), daysBetween(today, first.dueOn))
      : aprMonthlyBps(
          billPaise,
          rows.map((row) => row.amountPaise),
        );
  return {
    plan,
    totalPaise: totals.amountPaise,
    interestPaise: totals.interestPaise,
    instalmentPaise: first.amountPaise,
    rows,
    firstDueOn: first.dueOn,
    aprPercent: bpsToDecimal(aprBps),
  };
}

function scheduleOf(
  plan: PricedPlan,
  billPaise: Paise,
  feePaise: Paise,
  anchorOn: BusinessDate,
): ScheduleRow[] | undefined {
  if (plan.kind === 'single') {
    return singleSchedule({
      billPaise,
      feePaise,
      anchorOn,
      ...(plan.dueDays ? { termDays: plan.dueDays } : {}),
    });
  }
  try {
    const rateBps = bps(plan.annualRatePercent);
    return emiSchedule({ billPaise, feePaise, rateBps, count: plan.instalments, anchorOn });
  } catch (error) {
    if (error instanceof ScheduleTooSmall) return undefined;
    throw error;
  }
}
