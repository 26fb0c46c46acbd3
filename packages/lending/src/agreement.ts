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

type AgreedReceipt = Pick<Receipt, 'receivedAt' | 'valueOn' | 'coveredPaise'>;

/** The rest of an agreed lower sum, in paise: money received since, up to its day, counts. Rule: LEND-24 (settlement) */
export function restOfAgreement(agreement: Agreement, receipts: readonly AgreedReceipt[]): Paise {
  const counted = countedOf(agreement, receipts).map((one) => one.coveredPaise);
  return maxPaise(ZERO_PAISE, subtractPaise(agreement.agreedPaise, sumPaise(counted)));
}

/** The agreement whose sum has been received, with the money that counts for it. Rule: LEND-24 (settlement) */
export function completedAgreement<One extends AgreedReceipt>(
  agreements: readonly Agreement[],
  receipts: readonly One[],
): (Agreement & { readonly receipts: readonly One[] }) | undefined {
  const completed = agreements.findLast((one) => restOfAgreement(one, receipts) === 0);
  return completed && { ...completed, receipts: countedOf(completed, receipts) };
}

function countedOf<One extends AgreedReceipt>(
  { agreedAt, payByOn }: Agreement,
  receipts: readonly One[],
): One[] {
  return receipts.filter((one) => one.receivedAt >= agreedAt && one.valueOn <= payByOn);
}
