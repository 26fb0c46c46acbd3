import { formatInstalments, formatRupees, groupRupeesTyped, parseRupees } from '../../ui/rupees.ts';
import { rewriteTyped } from '../../ui/typed-format.ts';
import { today } from '../../lib/format.ts';
import { priceBill, PRINTED_PRICES, type PlanPrice, type PriceList } from '../price-bill.ts';
import { dateText } from './date-text.ts';
import { carryFigure } from './own-figure.ts';

const AMOUNT_MIN_PAISE = 100;
const AMOUNT_MAX_PAISE = 100_000_000;

interface CalculatorWords {
  readonly language: string;
  readonly single: string;
  /** "{n} EMIs" */
  readonly emi: string;
  readonly repayOn: string;
  readonly firstOn: string;
  readonly range: string;
  readonly asking: string;
  readonly live: string;
  readonly offline: string;
}

export interface Calculator {
  /** Switches to the server's prices; without them the printed ones go on, and the page says so. */
  usePrices: (prices: PriceList | undefined) => void;
}

/** Makes the printed example answer to what is typed. Undefined on pages without one. */
export function startCalculator(page: Document): Calculator | undefined {
  const root = page.querySelector<HTMLElement>('[data-calculator]');
  const input = root?.querySelector('input');
  if (!root || !input) return undefined;
  const words = JSON.parse(root.dataset['words'] ?? '{}') as CalculatorWords;
  let prices: PriceList = PRINTED_PRICES;
  const note = root.querySelector('[data-note]');
  const result = root.querySelector('[data-result]');
  if (note) note.textContent = words.asking;
  if (result) result.ariaBusy = 'true';
  const problem = root.querySelector('[data-problem]');
  const update = () => {
    const amount = parseRupees(input.value);
    const isPriced = amount !== undefined && amount >= AMOUNT_MIN_PAISE && amount <= AMOUNT_MAX_PAISE;
    if (problem) problem.textContent = isPriced ? '' : words.range;
    input.ariaInvalid = isPriced ? null : 'true';
    if (isPriced) show(root, amount, prices, words);
    else showNoPrice(root);
  };
  input.addEventListener('input', () => {
    rewriteTyped(input, groupRupeesTyped);
    update();
  });
  return {
    usePrices(given) {
      prices = given ?? PRINTED_PRICES;
      if (note) note.textContent = given === undefined ? words.offline : words.live;
      if (result) result.ariaBusy = 'false';
      update();
    },
  };
}

function show(root: HTMLElement, amountPaise: number, prices: PriceList, words: CalculatorWords): void {
  const price = priceBill(amountPaise, prices, today());
  const set = (name: string, text: string) => {
    const place = root.querySelector(`[data-${name}]`);
    if (place) place.textContent = text;
  };
  set('fee', formatRupees(price.feePaise, 'always'));
  set('gst', formatRupees(price.gstIncludedPaise, 'always'));
  const list = root.querySelector('[data-plans]');
  const template = root.querySelector<HTMLTemplateElement>('[data-plan-template]');
  if (list && template)
    list.replaceChildren(...price.plans.map((plan) => planPriceRow(template, plan, words)));
  carryFigure(root.ownerDocument, price);
}

const FIGURES = '[data-fee], [data-gst], [data-plans] [data-plan-total], [data-plans] [data-plan-interest]';

/** The price of the amount before would be read as that of what is typed now. */
function showNoPrice(root: HTMLElement): void {
  for (const place of root.querySelectorAll(FIGURES)) place.textContent = '—';
  for (const place of root.querySelectorAll('[data-plans] [data-plan-detail]')) place.textContent = '';
  for (const place of root.querySelectorAll('[data-plans] [data-plan-apr]')) place.textContent = '—';
}

function planPriceRow(
  template: HTMLTemplateElement,
  price: PlanPrice,
  words: CalculatorWords,
): DocumentFragment {
  const line = template.content.cloneNode(true) as DocumentFragment;
  const set = (name: string, text: string) => {
    const place = line.querySelector(`[data-plan-${name}]`);
    if (place) place.textContent = text;
  };
  const first = dateText(price.firstDueOn, words.language);
  const count = String(price.plan.instalments);
  const isSingle = price.plan.kind === 'single';
  set('name', isSingle ? words.single : words.emi.replace('{n}', count));
  set('total', formatRupees(price.totalPaise, 'always'));
  set('interest', formatRupees(price.interestPaise, 'always'));
  set('apr', price.aprPercent);
  const parts = formatInstalments(
    { count: price.plan.instalments, eachPaise: price.instalmentPaise, totalPaise: price.totalPaise },
    'always',
  );
  set('detail', isSingle ? `${words.repayOn} ${first}` : `${parts}, ${words.firstOn} ${first}`);
  return line;
}
