import { registrationText } from '@mohlat/contract';
import { fill, hasFigures } from '../../lib/figure-places.ts';
import { setClockBy } from '../../lib/product-clock.ts';
import type { LatePrices, PriceList } from '../price-bill.ts';
import { formatRupees } from '../../ui/rupees.ts';
import { exampleCost, feeTexts, type LateWords, lateRows, planRows, type PlanWords } from '../fees.ts';

/** The part of `/public/pricing` the public pages use. */
export interface PublicPricing extends PriceList {
  readonly sandbox: boolean;
  readonly late: LatePrices;
  readonly lender: { readonly name: string; readonly registration: string };
  readonly grievanceOfficer: { readonly name: string; readonly phone: string; readonly email: string };
}

const PATIENCE_MS = 8_000;

/** Today's fees and plans; undefined when they cannot be had, and the printed ones stand. */
export async function fetchPricing(): Promise<PublicPricing | undefined> {
  try {
    const response = await fetch('/api/v1/public/pricing', { signal: AbortSignal.timeout(PATIENCE_MS) });
    setClockBy(response);
    return response.ok ? ((await response.json()) as PublicPricing) : undefined;
  } catch {
    return undefined;
  }
}

/** Fills the pages with the figures in force; without this script they show those they were printed with, and of which day. */
export function showFees(page: Document, pricing: PublicPricing): void {
  const texts = feeTexts(pricing, pricing.late, page.documentElement.lang);
  for (const place of page.querySelectorAll<HTMLElement>('[data-fee-text]'))
    showSentence(place, fill(place.dataset['feeText'] ?? '', texts));
  showExample(page, pricing);
  const language = page.documentElement.lang;
  refill(page, 'planWords', (words) => planRows(pricing, words as PlanWords, language));
  refill(page, 'lateWords', (words) => lateRows(pricing.late, words as LateWords));
}

/** Draws a list anew from its first row; the words of its rows stand in the page, in its language. */
function refill(
  page: Document,
  name: 'planWords' | 'lateWords',
  rowsOf: (words: unknown) => readonly (readonly string[])[],
): void {
  const list = page.querySelector<HTMLElement>(
    name === 'planWords' ? '[data-plan-words]' : '[data-late-words]',
  );
  const row = list?.firstElementChild;
  if (!list || !row) return;
  const rows = rowsOf(JSON.parse(list.dataset[name] ?? '{}')).map((texts) => {
    const line = row.cloneNode(true) as HTMLElement;
    for (const [index, text] of texts.entries()) line.children[index]!.textContent = text;
    return line;
  });
  list.replaceChildren(...rows);
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
    const text = typeof figure === 'number' ? formatRupees(figure, 'always') : `${figure}%`;
    (place.querySelector('.amount') ?? place).textContent = text;
  }
}

/** Between the digits of a number: half of it on the next line is hard to dial. */
const NO_BREAK = '\u00A0';

/** Names the lender and the grievance officer where the page has room for them. */
export function showOperator(page: Document, pricing: PublicPricing): void {
  const { lender, grievanceOfficer } = pricing;
  const language = page.documentElement.lang === 'hi' ? 'hi' : 'en';
  const registration = registrationText(lender.registration, language);
  const contact = [grievanceOfficer.name, grievanceOfficer.phone, grievanceOfficer.email]
    .filter(Boolean)
    .map((part) => part.replaceAll(' ', NO_BREAK))
    .join(' · ');
  if (contact !== '') reveal(page, 'grievance', 'grievance-contact', contact);
  if (lender.name === '') return;
  reveal(page, 'lender', 'lender-name', registration === '' ? '' : ` · ${registration}`);
  for (const place of page.querySelectorAll('[data-lender-name]')) place.prepend(english(page, lender.name));
  for (const line of page.querySelectorAll<HTMLElement>('[data-lender-unknown]')) line.hidden = true;
}

/** A name that stays as it is, to be read out as English in a page of another language. */
function english(page: Document, name: string): HTMLElement {
  const part = page.createElement('span');
  part.lang = 'en';
  part.textContent = name;
  return part;
}

function reveal(page: Document, line: string, slot: string, text: string): void {
  for (const element of page.querySelectorAll<HTMLElement>(`[data-${line}]`)) {
    const place = element.querySelector(`[data-${slot}]`);
    if (place) place.textContent = text;
    element.hidden = false;
  }
}
