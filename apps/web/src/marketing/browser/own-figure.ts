import { subtractPaise, type ScheduleRow } from '@mohlat/money';
import { formatRupees } from '../../ui/rupees.ts';
import type { BillPrice, PlanPrice } from '../price-bill.ts';
import { dateText } from './date-text.ts';

interface OwnWords {
  readonly language: string;
  readonly emi: string;
  readonly zero: string;
}

/** Carries the visitor's own amount down the page: into the line, the plan and the receipt. */
export function carryFigure(page: Document, price: BillPrice): void {
  const root = page.querySelector<HTMLElement>('[data-own]');
  const plan = price.plans.at(-1);
  if (!root || !plan) return;
  const words = JSON.parse(root.dataset['words'] ?? '{}') as OwnWords;
  const bill = formatRupees(price.billPaise);
  for (const place of page.querySelectorAll('[data-own-bill]')) place.textContent = bill;
  set(page, 'own-sum', sumOf(words.emi, plan));
  set(page, 'own-total', formatRupees(plan.totalPaise, 'always'));
  set(page, 'own-cost', formatRupees(subtractPaise(plan.totalPaise, price.billPaise), 'always'));
  refill(page, 'own-rows', 'own-row', 0, plan, (item, row) => {
    set(item, 'row-day', dateText(row.dueOn, words.language));
    set(item, 'row-amount', formatRupees(row.amountPaise, 'always'));
  });
  refill(page, 'own-line', 'own-stop', 1, plan, (item, row) => {
    set(item, 'stop-day', dateText(row.dueOn, words.language));
    set(item, 'stop-amount', formatRupees(row.amountPaise));
    if (row === plan.rows.at(-1)) set(item, 'stop-note', words.zero);
  });
}

function sumOf(sentence: string, plan: PlanPrice): string {
  return sentence
    .replace('{n}', String(plan.plan.instalments))
    .replace('{total}', formatRupees(plan.totalPaise))
    .replace('{apr}', plan.aprPercent);
}

function set(within: ParentNode, name: string, text: string): void {
  const place = within.querySelector(`[data-${name}]`);
  if (place) place.textContent = text;
}

/** Puts one copy of the template for each instalment behind the `kept` first items of the list. */
function refill(
  page: Document,
  list: string,
  template: string,
  kept: number,
  plan: PlanPrice,
  fill: (item: DocumentFragment, row: ScheduleRow) => void,
): void {
  const place = page.querySelector(`[data-${list}]`);
  const source = page.querySelector<HTMLTemplateElement>(`[data-${template}]`);
  if (!place || !source) return;
  const items = plan.rows.map((row) => {
    const item = source.content.cloneNode(true) as DocumentFragment;
    fill(item, row);
    return item;
  });
  place.replaceChildren(...[...place.children].slice(0, kept), ...items);
}
