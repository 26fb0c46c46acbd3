import { type Bill, type Card, FIRST_DATE, LAST_DATE, type Plan } from '@mohlat/contract';
import { formatRupees, parseRupees } from '../../../lib/format.ts';

export const PAY_DRAFT = 'pay-bill';

export const AMOUNT_ID = 'bill-amount';
export const DATE_FIELDS = [
  { id: 'bill-date', name: 'billDate' },
  { id: 'due-date', name: 'dueDate' },
] as const;

/** The parts of a card that are kept: none of them can pay. */
export interface PickedCard {
  readonly id: string;
  readonly bankName: string;
  readonly last4: string;
  /** True where it was entered without saving it: it is in no list of cards. */
  readonly isUnsaved?: true;
}

export type AmountChoice = 'full' | 'minimum' | 'other';

/** The state the wizard keeps between its steps and over a reload. */
export interface PayDraft {
  readonly card: PickedCard | undefined;
  readonly choice: AmountChoice;
  /** Rupees, grouped: as typed for another amount, else the sum of the bill that the person saw last. */
  readonly amount: string;
  readonly billDate: string;
  readonly dueDate: string;
  /** The plan the person chose; undefined before a choice. */
  readonly plan: Plan | undefined;
  /** True once the person went on past the warning that borrowing is dear: it is said once. */
  readonly isToldDear: boolean;
}

export const EMPTY_PAY_DRAFT: PayDraft = {
  card: undefined,
  choice: 'full',
  amount: '',
  billDate: '',
  dueDate: '',
  plan: undefined,
  isToldDear: false,
};

export function pickCard(card: Card): PickedCard {
  return { id: card.id, bankName: card.bankName, last4: card.last4 };
}

/** "15,000", as the money field shows it. */
export function amountText(paise: number): string {
  return formatRupees(paise).slice(1);
}

/** The draft with an amount as typed. One that is taken away again before the bill is known gives way to the bill. */
export function withTyped(draft: PayDraft, amount: string, bill: Bill | undefined): PayDraft {
  return { ...draft, choice: bill === undefined && amount === '' ? 'full' : 'other', amount };
}

/** Rule: SPEC-5 bill amount. Above zero and within what is available; undefined otherwise. */
export function payableAmount(draft: PayDraft, availablePaise: number): number | undefined {
  const paise = parseRupees(draft.amount);
  return paise !== undefined && paise > 0 && paise <= availablePaise ? paise : undefined;
}

/** Whether a date of the form is one that the server takes; none is good too. */
export function isGoodDate(date: string): boolean {
  return date === '' || (/^\d{4}-\d\d-\d\d$/.test(date) && date >= FIRST_DATE && date <= LAST_DATE);
}

export function hasGoodDates({ billDate, dueDate }: PayDraft): boolean {
  return isGoodDate(billDate) && isGoodDate(dueDate);
}
