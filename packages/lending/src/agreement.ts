import { type BusinessDate, maxPaise, type Paise, subtractPaise, sumPaise, ZERO_PAISE } from '@mohlat/money';
import type { Agreement, Loan, Receipt } from './borrower.ts';

/**
 * What is left of a lower sum that was agreed for a loan when money came in: it ends the loan where it is received by its day.
 * Undefined where none was agreed for that time. Rule: LEND-24 (settlement)
 */
export function agreedRestOf(
  { agreements, receipts }: Pick<Loan, 'agreements' | 'receipts'>,
  { receivedAt, valueOn }: { readonly receivedAt: number; readonly valueOn: BusinessDate },
): Paise | undefined {
  const latest = agreements.findLast((one) => one.agreedAt <= receivedAt && one.payByOn >= valueOn);
  if (latest === undefined) return undefined;
  const rest = restOfAgreement(latest, receipts);
  return rest > 0 ? rest : undefined;
}

/** What is still to come in of an agreed lower sum: money received since, by its day, counts. Rule: LEND-24 (settlement) */
export function restOfAgreement(
  { agreedPaise, agreedAt, payByOn }: Agreement,
  receipts: readonly Pick<Receipt, 'receivedAt' | 'valueOn' | 'coveredPaise'>[],
): Paise {
  const counted = receipts.filter((one) => one.receivedAt >= agreedAt && one.valueOn <= payByOn);
  return maxPaise(ZERO_PAISE, subtractPaise(agreedPaise, sumPaise(counted.map((one) => one.coveredPaise))));
}
