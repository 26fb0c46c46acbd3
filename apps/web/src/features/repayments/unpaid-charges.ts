import type { Payment } from '@mohlat/contract';

/** Paise of charges for lateness and returned debits that are still to be paid: part of what is owed, of no instalment. */
export function unpaidCharges({ charges }: Pick<Payment, 'charges'>): number {
  return charges.reduce((sum, charge) => sum + charge.amountPaise - charge.paidPaise - charge.waivedPaise, 0);
}
