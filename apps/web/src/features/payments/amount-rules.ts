import type { Bill } from '@mohlat/contract';
import type { AmountChoice } from './pay-draft.ts';

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
