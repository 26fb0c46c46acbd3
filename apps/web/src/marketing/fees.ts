import { businessDate, SINGLE_TERM_DAYS } from '@mohlat/money';
import { daysText } from '../lib/figure-places.ts';
import { formatRupees } from '../ui/rupees.ts';
import {
  COOLING_OFF_DAYS,
  priceBill,
  PRINTED_AMOUNT_PAISE,
  type LatePrices,
  type PricedPlan,
  type PriceList,
} from './price-bill.ts';

/** The figures of the fees page, by the names of their places in its sentences. */
export type FeeTexts = Readonly<
  Record<'percent' | 'min' | 'max' | 'gst' | 'grace' | 'days' | 'cap' | 'bounce' | 'cooling', string> &
    Partial<Record<'single' | 'singleApr' | 'singleTerm', string>> &
    Partial<Record<'emis' | 'emi' | 'emisApr' | 'rate' | 'exampleBill' | 'exampleCount', string>>
>;

/** The cost of the worked example in EMIs, and its fee. */
export interface ExampleCost {
  readonly instalments: number;
  readonly billPaise: number;
  readonly serviceFeePaise: number;
  readonly gstIncludedPaise: number;
  readonly interestPaise: number;
  readonly totalPaise: number;
  readonly aprPercent: string;
}

// The example repays monthly from a fixed day, so that its figures change with the prices and not with the calendar.
const priceExample = (prices: PriceList) =>
  priceBill(PRINTED_AMOUNT_PAISE, prices, businessDate('2027-04-15'));
const EXAMPLE_EMIS = 3;

/** The bill of the example under both plans; a plan that is not offered is missing. */
function examplePlans(prices: PriceList) {
  const { plans } = priceExample(prices);
  return {
    single: plans.find(({ plan }) => plan.kind === 'single'),
    emis: plans.find(({ plan }) => isExample(plan)),
  };
}

const isExample = ({ kind, instalments }: PricedPlan): boolean =>
  kind === 'emi' && instalments === EXAMPLE_EMIS;

/** The worked example at these prices: three EMIs, or else those that the settings name first; undefined without any. */
export function exampleCost(prices: PriceList): ExampleCost | undefined {
  const { billPaise, feePaise, gstIncludedPaise, plans } = priceExample(prices);
  const inOrder = prices.plans.flatMap((plan) => plans.find((priced) => priced.plan === plan) ?? []);
  const emis = inOrder.find(({ plan }) => isExample(plan)) ?? inOrder.find(({ plan }) => plan.kind === 'emi');
  if (emis === undefined) return undefined;
  const { interestPaise, totalPaise, aprPercent } = emis;
  const { instalments } = emis.plan;
  return {
    instalments,
    billPaise,
    serviceFeePaise: feePaise,
    gstIncludedPaise,
    interestPaise,
    totalPaise,
    aprPercent,
  };
}

/** The same for the page as it is printed and for the script that fills it again. */
export function feeTexts(prices: PriceList, late: LatePrices, language: string): FeeTexts {
  const { fee } = prices;
  // "4, 34 and 64": no comma before the last.
  const list = new Intl.ListFormat(language === 'hi' ? 'hi' : 'en-GB');
  const { single, emis } = examplePlans(prices);
  const example = exampleCost(prices);
  return {
    percent: String(Number(fee.percent)),
    min: formatRupees(fee.minPaise),
    max: formatRupees(fee.maxPaise),
    gst: String(Number(fee.gstPercent)),
    grace: String(late.graceDays),
    days: list.format(late.onLateDays.map(String)),
    cap: String(Number(late.capPercent)),
    bounce: formatRupees(late.bouncePaise),
    cooling: daysText(prices.coolingOffDays ?? COOLING_OFF_DAYS, language),
    ...(single && { single: formatRupees(single.totalPaise), singleApr: single.aprPercent }),
    // Sentences with it promise that nothing is added.
    ...(single && isFree(single.plan) && { singleTerm: termText(single.plan, language) }),
    ...(emis && {
      emis: formatRupees(emis.totalPaise),
      emi: formatRupees(emis.instalmentPaise),
      emisApr: emis.aprPercent,
      rate: emis.plan.annualRatePercent,
    }),
    ...(example && {
      exampleBill: formatRupees(example.billPaise),
      exampleCount: String(example.instalments),
    }),
  };
}

const termText = ({ dueDays }: PricedPlan, language: string): string =>
  daysText(dueDays ?? SINGLE_TERM_DAYS, language);
const isFree = ({ annualRatePercent }: PricedPlan): boolean => Number(annualRatePercent) === 0;

/** The names and sentences of plans, with places for `{days}`, `{rate}` and `{count}`. */
export interface PlanWords {
  readonly single: string;
  readonly singleFree: string;
  readonly singleRate: string;
  readonly emi: string;
  readonly emiFree: string;
  readonly emiRate: string;
}

/** The plans on offer: the name of each, and how it is repaid. The same as printed and as the script fills it again. */
export function planRows(
  { plans }: PriceList,
  words: PlanWords,
  language: string,
): (readonly [name: string, text: string])[] {
  return plans.map((plan) => {
    const put = (text: string) =>
      text
        .replace('{days}', termText(plan, language))
        .replace('{rate}', plan.annualRatePercent)
        .replace('{count}', String(plan.instalments));
    return [put(words[plan.kind]), put(words[`${plan.kind}${isFree(plan) ? 'Free' : 'Rate'}`])];
  });
}

export interface LateWords {
  /** "up to {amount}" */
  readonly upTo: string;
  readonly above: string;
  readonly none: string;
}

/** The rows of the table of late charges: what is unpaid, and what it costs. */
export function lateRows(late: LatePrices, words: LateWords): (readonly [unpaid: string, charge: string])[] {
  const amount = (text: string, value: number) => text.replace('{amount}', formatRupees(value));
  const rows = late.bands.map(
    ({ unpaidUpToPaise, chargePaise }) =>
      [
        amount(words.upTo, unpaidUpToPaise),
        chargePaise === 0 ? words.none : formatRupees(chargePaise),
      ] as const,
  );
  const last = late.bands.at(-1)?.unpaidUpToPaise ?? 0;
  return [...rows, [amount(words.above, last), formatRupees(late.aboveBandsPaise)] as const];
}
