import type { Bill } from '@mohlat/contract';
import { amountText, type AmountChoice, type PayDraft } from './pay-draft.ts';

/** The choices a bill leaves: its biller may insist on the exact sum, or refuse less than it. */
export function choicesOf(bill: Bill): AmountChoice[] {
  const takesLess = bill.exactness !== 'exact' && bill.exactness !== 'exact_and_above';
  const minimum = bill.minimumDuePaise;
  const hasMinimum = takesLess && minimum !== null && minimum > 0 && minimum < bill.amountDuePaise;
  return [
    'full',
    ...(hasMinimum ? (['minimum'] as const) : []),
    ...(bill.exactness === 'exact' ? [] : (['other'] as const)),
  ];
}

/** Names the end of the biller's rule that an amount breaks, if any. */
export function breaksExactness(bill: Bill, paise: number): 'exact' | 'at_least' | 'at_most' | undefined {
  switch (bill.exactness) {
    case 'exact':
      return paise === bill.amountDuePaise ? undefined : 'exact';
    case 'exact_and_above':
      return paise >= bill.amountDuePaise ? undefined : 'at_least';
    case 'exact_and_below':
      return paise <= bill.amountDuePaise ? undefined : 'at_most';
    case 'range':
    case 'any':
      return undefined;
  }
}

/** Paise above all that is due; zero when there is none, or when the biller takes no more than what is due. */
export function aboveDue(bill: Bill, paise: number): number {
  return breaksExactness(bill, paise) === undefined ? Math.max(0, paise - bill.amountDuePaise) : 0;
}

/** Paise of a choice under a bill; undefined for an amount of the person's own. */
export function sumOf(bill: Bill, choice: AmountChoice): number | undefined {
  return { full: bill.amountDuePaise, minimum: bill.minimumDuePaise ?? 0, other: undefined }[choice];
}

/**
 * The draft as the bill has it now. Dates are the bank's, and so is the sum, unless the person chose another amount; a minimum
 * that is no longer taken becomes the whole. Of a bill that is not known, the sum and dates of an older one do not stand.
 */
export function underBill(draft: PayDraft, bill: Bill | undefined): PayDraft {
  if (bill === undefined) {
    const isOld = draft.choice !== 'other' && draft.amount !== '';
    return isOld ? { ...draft, amount: '', billDate: '', dueDate: '' } : draft;
  }
  const dated = { ...draft, billDate: bill.billDate ?? '', dueDate: bill.dueDate ?? '' };
  if (draft.choice === 'other') return dated;
  const choice = choicesOf(bill).includes(draft.choice) ? draft.choice : 'full';
  return { ...dated, choice, amount: amountText(sumOf(bill, choice) ?? 0) };
}
