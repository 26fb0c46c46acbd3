import type { Bill as NetworkBill, Exactness } from '#providers/index.ts';

/** Rule: PAY-01. How long a fetched bill may be paid before it is fetched again. */
export const FETCH_SECONDS = 15 * 60;

/** Rule: PAY-26. How long a bank may take to answer a fetch; after that it is given up. */
export const ANSWER_SECONDS = 60;

export const EXACTNESS_WORDS = {
  Exact: 'exact',
  'Exact and above': 'exact_and_above',
  'Exact and below': 'exact_and_below',
  RANGE: 'range',
  Any: 'any',
} as const satisfies Record<Exactness, string>;
export type ExactnessWord = (typeof EXACTNESS_WORDS)[Exactness];

export interface PayableBill {
  readonly exactness: ExactnessWord;
  readonly amountDuePaise: number;
  readonly minPaise: number | null;
  readonly maxPaise: number | null;
  readonly multiplePaise: number | null;
}

/** Whether the biller takes this amount for this bill. Rule: PAY-02. */
export function isAmountAllowed(bill: PayableBill, amountPaise: number): boolean {
  if (bill.minPaise !== null && amountPaise < bill.minPaise) return false;
  if (bill.maxPaise !== null && amountPaise > bill.maxPaise) return false;
  if (bill.multiplePaise !== null && bill.multiplePaise > 0 && amountPaise % bill.multiplePaise !== 0)
    return false;
  switch (bill.exactness) {
    case 'exact':
      return amountPaise === bill.amountDuePaise;
    case 'exact_and_above':
      return amountPaise >= bill.amountDuePaise;
    case 'exact_and_below':
      return amountPaise <= bill.amountDuePaise;
    case 'range':
    case 'any':
      return true;
  }
}

/** A sum that the biller offers beside the base amount, or bounds for one, under a name of its own. */
export interface BillOption {
  readonly name: string;
  readonly amountPaise?: number;
  readonly amountMinPaise?: number;
  readonly amountMaxPaise?: number;
  readonly amountMultiplePaise?: number;
}

/** A bill as the network tells it. */
export interface FetchedBill extends Omit<NetworkBill, 'options'> {
  readonly fetchRef: string;
  readonly exactness: Exactness;
  readonly options: readonly BillOption[];
}

/** A fetched bill with the times it is kept under. */
export interface KeptBill extends FetchedBill {
  readonly fetchedAt: Date;
  readonly payableUntil: Date;
}

/**
 * The option of a bill under which the network takes an amount; undefined for the base amount, and for one that no option is for.
 * An option of just that sum goes before one that has bounds alone. Rule: PAY-27.
 */
export function optionFor(
  bill: { readonly amountDuePaise: number; readonly options: readonly BillOption[] },
  amountPaise: number,
): { readonly name: string; readonly amount: number } | undefined {
  if (amountPaise === bill.amountDuePaise) return undefined;
  const option =
    bill.options.find((one) => one.amountPaise === amountPaise) ??
    bill.options.find((one) => one.amountPaise === undefined && isWithin(one, amountPaise));
  return option && { name: option.name, amount: amountPaise };
}

function isWithin(
  { amountMinPaise, amountMaxPaise, amountMultiplePaise }: BillOption,
  amountPaise: number,
): boolean {
  if (amountMinPaise === undefined && amountMaxPaise === undefined) return false;
  if (amountPaise < (amountMinPaise ?? 0) || amountPaise > (amountMaxPaise ?? amountPaise)) return false;
  return !amountMultiplePaise || amountPaise % amountMultiplePaise === 0;
}
