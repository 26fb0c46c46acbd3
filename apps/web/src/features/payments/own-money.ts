import { paise, serviceFee } from '@mohlat/money';
import type { FeeParams } from '@mohlat/money';

/** The share of a bill, in percent, above which the cost of borrowing it is dear. */
export const DEAR_PERCENT = 10;

/**
 * Computes the least cost of borrowing a bill, in paise, where it is more than `DEAR_PERCENT` of the bill; else undefined.
 * The page then advises the person's own money. Interest comes on top, but only the fee is known before a plan is chosen.
 */
export function dearCost(billPaise: number, fee: FeeParams): number | undefined {
  const costPaise = serviceFee(paise(billPaise), fee);
  return costPaise * 100 > billPaise * DEAR_PERCENT ? costPaise : undefined;
}
