import type { BusinessDate } from '@mohlat/money';
import { isLive, type Loan } from './borrower.ts';

/**
 * True where money has a value date before days that are already decided: the day was closed since, the loan ended later,
 * or a written-off loan took later money. The loan is then taken back to the day.
 * Rule: LEND-W5, LEND-W6
 */
export function isBackDated(loan: Loan, valueOn: BusinessDate): boolean {
  if (isLive(loan)) return loan.closedThroughOn >= valueOn;
  const lastOn = loan.status === 'unwound' ? null : (loan.closedOn ?? lastOfWrittenOff(loan));
  return lastOn !== null && lastOn > valueOn;
}

/** A written-off loan closes no more days: its last receipt stands for the last closed day. */
function lastOfWrittenOff({ writtenOffOn, receipts }: Loan): BusinessDate | null {
  if (writtenOffOn === null) return null;
  return receipts.reduce((last, one) => (one.valueOn > last ? one.valueOn : last), writtenOffOn);
}
