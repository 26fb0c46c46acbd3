import { businessDate, formatRupees, paise } from '@mohlat/money';
import { priceBill, PRINTED_AMOUNT_PAISE, type LatePrices, type PriceList } from './price-bill.ts';

/** The figures of the fees page, by the names of their places in its sentences. */
export type FeeTexts = Readonly<
  Record<'percent' | 'min' | 'max' | 'gst' | 'rate' | 'grace' | 'days' | 'cap' | 'bounce', string> &
    Partial<Record<'single' | 'singleApr' | 'emis' | 'emi' | 'emisApr', string>>
>;

/** The cost of the worked example in EMIs, and its fee. */
export interface ExampleCost {
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
    emis: plans.find(({ plan }) => plan.kind === 'emi' && plan.instalments === EXAMPLE_EMIS),
  };
}

/** The worked example at these prices; undefined when its plan is not offered. */
export function exampleCost(prices: PriceList): ExampleCost | undefined {
  const { billPaise, feePaise, gstIncludedPaise } = priceExample(prices);
  const { emis } = examplePlans(prices);
  if (emis === undefined) return undefined;
  const { interestPaise, totalPaise, aprPercent } = emis;
  return { billPaise, serviceFeePaise: feePaise, gstIncludedPaise, interestPaise, totalPaise, aprPercent };
}

/** The same for the page as it is printed and for the script that fills it again. */
export function feeTexts(prices: PriceList, late: LatePrices, language: string): FeeTexts {
  const { fee, plans } = prices;
  const rupees = (amount: number) => formatRupees(paise(amount));
  // "4, 34 and 64": no comma before the last.
  const list = new Intl.ListFormat(language === 'hi' ? 'hi' : 'en-GB');
  const { single, emis } = examplePlans(prices);
  return {
    percent: String(Number(fee.percent)),
    min: rupees(fee.minPaise),
    max: rupees(fee.maxPaise),
    gst: String(Number(fee.gstPercent)),
    rate: plans.find((plan) => plan.kind === 'emi')?.annualRatePercent ?? '0',
    grace: String(late.graceDays),
    days: list.format(late.onLateDays.map(String)),
    cap: String(Number(late.capPercent)),
    bounce: rupees(late.bouncePaise),
    ...(single && { single: rupees(single.totalPaise), singleApr: single.aprPercent }),
    ...(emis && {
      emis: rupees(emis.totalPaise),
      emi: rupees(emis.instalmentPaise),
      emisApr: emis.aprPercent,
    }),
  };
}

export interface LateWords {
  /** "up to {amount}" */
  readonly upTo: string;
  readonly above: string;
  readonly none: string;
}

/** The rows of the table of late charges: what is unpaid, and what it costs. */
export function lateRows(late: LatePrices, words: LateWords): (readonly [unpaid: string, charge: string])[] {
  const rupees = (amount: number) => formatRupees(paise(amount));
  const amount = (text: string, value: number) => text.replace('{amount}', rupees(value));
  const rows = late.bands.map(
    ({ unpaidUpToPaise, chargePaise }) =>
      [amount(words.upTo, unpaidUpToPaise), chargePaise === 0 ? words.none : rupees(chargePaise)] as const,
  );
  const last = late.bands.at(-1)?.unpaidUpToPaise ?? 0;
  return [...rows, [amount(words.above, last), rupees(late.aboveBandsPaise)] as const];
}

const PLACE = /\{(\w+)\}/g;

/** A sentence with its figures; a place for which there is none stays as it is. */
export function fill(text: string, texts: FeeTexts): string {
  return text.replace(PLACE, (place, name: string) => texts[name as keyof FeeTexts] ?? place);
}

/** Whether a sentence has a place for a figure. */
export function hasFigures(text: string): boolean {
  return text.search(PLACE) >= 0;
}
