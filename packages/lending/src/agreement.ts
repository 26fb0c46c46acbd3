import { type BusinessDate, maxPaise, type Paise, subtractPaise, sumPaise, ZERO_PAISE } from '@mohlat/money';
import type { Agreement, Loan, Receipt } from './borrower.ts';

/**
 * The rest of an agreed lower sum when money came in, in paise: money of at least this much ends the loan. Undefined
 * where no agreement covers that time.
 * Rule: LEND-24 (settlement)
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

/** The rest of an agreed lower sum, in paise: money received since, up to its day, counts. Rule: LEND-24 (settlement) */
export function restOfAgreement(
  { agreedPaise, agreedAt, payByOn }: Agreement,
  receipts: readonly Pick<Receipt, 'receivedAt' | 'valueOn' | 'coveredPaise'>[],
): Paise {
  const counted = receipts.filter((one) => one.receivedAt >= agreedAt && one.valueOn <= payByOn);
  return maxPaise(ZERO_PAISE, subtractPaise(agreedPaise, sumPaise(counted.map((one) => one.coveredPaise))));
}
