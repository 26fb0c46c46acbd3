import type { BusinessDate } from '@mohlat/money';
import { isLive, type Loan, type Receipt } from './borrower.ts';

/**
 * True where money counts before what is already decided: its day was closed since, the loan ended later, a written-off loan took
 * later money, or money of a later hour of its day is in the books. The loan is then taken back to the day.
 * Rule: LEND-W5, LEND-W6
 */
export function isBackDated(
  loan: Loan,
  { valueOn, receivedAt }: Pick<Receipt, 'valueOn' | 'receivedAt'>,
): boolean {
  if (loan.status === 'unwound') return false;
  if (loan.receipts.some((one) => one.valueOn === valueOn && one.receivedAt > receivedAt)) return true;
  if (isLive(loan)) return loan.closedThroughOn >= valueOn;
  const lastOn = loan.closedOn ?? lastOfWrittenOff(loan);
  return lastOn !== null && lastOn > valueOn;
}

/** A written-off loan closes no more days: its last receipt stands for the last closed day. */
function lastOfWrittenOff({ writtenOffOn, receipts }: Loan): BusinessDate | null {
  if (writtenOffOn === null) return null;
  return receipts.reduce((last, one) => (one.valueOn > last ? one.valueOn : last), writtenOffOn);
}
