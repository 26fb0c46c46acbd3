import { formatRupees, paise } from '@mohlat/money';
import type { LatePrices, PriceList } from './price-bill.ts';

/** What the fees page says in figures: names of the places in its sentences. */
export type FeeTexts = Readonly<
  Record<'percent' | 'min' | 'max' | 'rate' | 'grace' | 'days' | 'cap' | 'bounce', string>
>;

/** The same for the page as it is printed and for the script that fills it anew. */
export function feeTexts({ fee, plans }: PriceList, late: LatePrices, language: string): FeeTexts {
  const rupees = (amount: number) => formatRupees(paise(amount));
  const list = new Intl.ListFormat(language === 'hi' ? 'hi' : 'en');
  return {
    percent: String(Number(fee.percent)),
    min: rupees(fee.minPaise),
    max: rupees(fee.maxPaise),
    rate: plans.find((plan) => plan.kind === 'emi')?.annualRatePercent ?? '0',
    grace: String(late.graceDays),
    days: list.format(late.onLateDays.map(String)),
    cap: String(Number(late.capPercent)),
    bounce: rupees(late.bouncePaise),
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

/** A sentence with its figures. */
export function fill(text: string, texts: FeeTexts): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => texts[name as keyof FeeTexts] ?? place);
}
