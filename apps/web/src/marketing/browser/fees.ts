import { formatRupees, paise } from '@mohlat/money';
import { exampleCost, feeTexts, fill, hasFigures, type LateWords, lateRows } from '../fees.ts';
import type { PublicPricing } from './pricing.ts';

/** Fills the pages with the figures in force; without this script they show those they were printed with, and of which day. */
export function showFees(page: Document, pricing: PublicPricing): void {
  const texts = feeTexts(pricing, pricing.late, page.documentElement.lang);
  for (const place of page.querySelectorAll<HTMLElement>('[data-fee-text]'))
    showSentence(place, fill(place.dataset['feeText'] ?? '', texts));
  showExample(page, pricing);
  const table = page.querySelector<HTMLElement>('[data-late-words]');
  const row = table?.querySelector('tr');
  if (!table || !row) return;
  const rows = lateRows(pricing.late, JSON.parse(table.dataset['lateWords'] ?? '{}') as LateWords).map(
    (texts) => {
      const line = row.cloneNode(true) as HTMLElement;
      for (const [index, text] of texts.entries()) line.children[index]!.textContent = text;
      return line;
    },
  );
  table.replaceChildren(...rows);
}

/** A sentence about a plan that is not offered would be untrue: it goes. */
function showSentence(place: HTMLElement, text: string): void {
  place.textContent = text;
  place.hidden = hasFigures(text);
}

/** The worked example at today's prices, beside the fee it is worked from. */
function showExample(page: Document, pricing: PublicPricing): void {
  const example = page.querySelector<HTMLElement>('[data-example]');
  if (!example) return;
  const cost = exampleCost(pricing);
  example.hidden = cost === undefined;
  if (cost === undefined) return;
  for (const place of example.querySelectorAll<HTMLElement>('[data-cost]')) {
    const name = place.dataset['cost'] as keyof typeof cost;
    const figure = cost[name];
    const text =
      typeof figure === 'number' ? formatRupees(paise(figure), { decimals: 'always' }) : `${figure}%`;
    (place.querySelector('.amount') ?? place).textContent = text;
  }
}
