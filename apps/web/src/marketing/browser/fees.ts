import { feeTexts, fill, type LateWords, lateRows } from '../fees.ts';
import type { PublicPricing } from './pricing.ts';

/** Fills the fees page with the figures in force; without this script it shows those it was printed with, and of which day. */
export function showFees(page: Document, pricing: PublicPricing): void {
  const texts = feeTexts(pricing, pricing.late, page.documentElement.lang);
  for (const place of page.querySelectorAll<HTMLElement>('[data-fee-text]'))
    place.textContent = fill(place.dataset['feeText'] ?? '', texts);
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
