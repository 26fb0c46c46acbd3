import { paise, serviceFee } from '@mohlat/money';
import type { FeeParams } from '@mohlat/money';

/**
 * What borrowing a bill costs at least, in paise, where that is more than a tenth of the bill: then one's own money is
 * advised. Undefined where it is not. Plans with interest cost more; the fee alone is known before a plan is chosen.
 */
export function dearCost(billPaise: number, fee: FeeParams): number | undefined {
  const costPaise = serviceFee(paise(billPaise), fee);
  return costPaise * 10 > billPaise ? costPaise : undefined;
}
