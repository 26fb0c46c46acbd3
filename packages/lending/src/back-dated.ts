import type { BusinessDate } from '@mohlat/money';
import { isLive, type Loan } from './borrower.ts';

/**
 * True where money of a day was not known by what came after it: the day was closed since, or the loan ended later, or, written off,
 * took later money. The loan is taken back to the day then. Rule: LEND-W5, LEND-W6
 */
export function isBackDated(loan: Loan, valueOn: BusinessDate): boolean {
  if (isLive(loan)) return loan.closedThroughOn >= valueOn;
  const lastOn = loan.status === 'unwound' ? null : (loan.closedOn ?? lastOfWrittenOff(loan));
  return lastOn !== null && lastOn > valueOn;
}

/** A written-off loan has no open day: it stands as its last receipt left it. */
function lastOfWrittenOff({ writtenOffOn, receipts }: Loan): BusinessDate | null {
  if (writtenOffOn === null) return null;
  return receipts.reduce((last, one) => (one.valueOn > last ? one.valueOn : last), writtenOffOn);
}
