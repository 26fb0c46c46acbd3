import { addDays, type BusinessDate, type Paise } from '@mohlat/money';
import { type AccountName, codeOf } from './accounts.ts';
import type { Journal } from './journals.ts';
import { onceOf } from './source.ts';
import { transfer, type TransferName } from './transfers.ts';

/*
 * Movements of the lender's own bank account and float that no payment causes: finance reads them on a statement and books them.
 */

const TRANSFER_OF = {
  cgst_paid: 'cgst_paid',
  sgst_paid: 'sgst_paid',
  igst_paid: 'igst_paid',
  funding_in: 'funded',
  funding_out: 'funding_returned',
  top_up: 'float_topped_up',
  rail_charge: 'rail_charged',
} as const satisfies Record<string, TransferName>;

export type BankMovementKind = keyof typeof TRANSFER_OF;

/** A movement as the statement has it: its amount in paise, its value date, and the source of its journal. */
export interface BankMovement {
  readonly sourceId: string;
  readonly kind: BankMovementKind;
  readonly amountPaise: Paise;
  readonly valueOn: BusinessDate;
}

/**
 * The journal of a bank movement.
 * Rule: LEND-16 journals 8, 37 and 38
 * @throws RangeError when the amount is no whole non-negative number of paise
 */
export function bankMoved({ sourceId, kind, amountPaise, valueOn }: BankMovement): Journal {
  const about = { source: onceOf(sourceId), loanId: null, effectiveOn: valueOn };
  return transfer(TRANSFER_OF[kind], about, amountPaise);
}

const OWED_ON = { cgst_paid: 'CGST', sgst_paid: 'SGST', igst_paid: 'IGST' } as const satisfies Partial<
  Record<BankMovementKind, AccountName>
>;

/** The account of the liability that a movement pays, of which no more is paid than is owed; undefined where it pays none. */
export function liabilityOf(kind: BankMovementKind): ReturnType<typeof codeOf> | undefined {
  const name = (OWED_ON as Partial<Record<BankMovementKind, AccountName>>)[kind];
  return name && codeOf(name);
}

/** Days that a value date may lie back. A journal without a loan takes effect up to 400 days before it is posted. */
const VALUE_DAYS_BACK = 366;

/** Tells whether a bank movement may have this value date on a day: up to that day, and a year back. Rule: LEND-16 */
export function isValueDay(valueOn: BusinessDate, today: BusinessDate): boolean {
  return valueOn <= today && valueOn >= addDays(today, -VALUE_DAYS_BACK);
}
