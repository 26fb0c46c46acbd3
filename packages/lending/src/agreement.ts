import { type BusinessDate, type Paise, subtractPaise, sumPaise } from '@mohlat/money';
import type { Loan } from './borrower.ts';

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
  const counted = receipts.filter(
    (one) => one.receivedAt >= latest.agreedAt && one.valueOn <= latest.payByOn,
  );
  const rest = subtractPaise(latest.agreedPaise, sumPaise(counted.map(({ coveredPaise }) => coveredPaise)));
  return rest > 0 ? rest : undefined;
}
