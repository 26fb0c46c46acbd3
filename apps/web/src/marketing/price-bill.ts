import {
  bpsFromDecimal,
  bpsToDecimal,
  DEFAULT_FEE_PARAMS,
  DEFAULT_GST_BPS,
  gstInsideFee,
  paise,
  planCost,
  serviceFee,
  SINGLE_TERM_DAYS,
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
  /** Plans dearer than this are not offered. */
  readonly aprCeilingPercent?: string | null;
  /** Within so many days a payment can be cancelled; left out by a server of before. */
  readonly coolingOffDays?: number;
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

/** As the first settings have it. */
export const COOLING_OFF_DAYS = 3;

/** The printed fees: what the page shows until the server's have arrived. */
export const PRINTED_PRICES: PriceList = {
  fee: {
    percent: bpsToDecimal(DEFAULT_FEE_PARAMS.feeBps),
    minPaise: DEFAULT_FEE_PARAMS.minPaise,
    maxPaise: DEFAULT_FEE_PARAMS.maxPaise,
    gstPercent: bpsToDecimal(DEFAULT_GST_BPS),
  },
  plans: [
    { kind: 'single', instalments: 1, annualRatePercent: '0.00', dueDays: SINGLE_TERM_DAYS },
    { kind: 'emi', instalments: 3, annualRatePercent: '11.75', dueDays: null },
  ],
  coolingOffDays: COOLING_OFF_DAYS,
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
    .flatMap((plan) => pricePlan(plan, { billPaise, feePaise }, prices.aprCeilingPercent, today) ?? [])
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
  bill: { readonly billPaise: Paise; readonly feePaise: Paise },
  aprCeilingPercent: string | null | undefined,
  today: BusinessDate,
): PlanPrice | undefined {
  const { annualRatePercent, billMinPaise = 0, billMaxPaise = null } = plan;
  const offer = { ...plan, annualRateBps: bps(annualRatePercent), billMinPaise, billMaxPaise };
  const cost = planCost(bill, offer, aprCeilingPercent ? bps(aprCeilingPercent) : null, today);
  if (!cost) return undefined;
  const { schedule: rows, totalPaise, interestPaise, aprBps } = cost;
  const [first] = rows;
  return {
    plan,
    totalPaise,
    interestPaise,
    instalmentPaise: first.amountPaise,
    rows,
    firstDueOn: first.dueOn,
    aprPercent: bpsToDecimal(aprBps),
  };
}
