import type { BusinessDate } from '@mohlat/money';
import { isLive, type Loan, type Receipt } from './borrower.ts';
import type { PastWriteOff } from './past.ts';
import { byTurn, type Money, type Turn } from './received.ts';

/** A waiver or a write-off by staff, with its instant: a replay repeats it there. */
export type Relief = Pick<PastWriteOff, 'at' | 'effectiveOn'>;

/**
 * True where money is back-dated, so that the loan is first taken back to its value date. One of:
 * - its day is closed
 * - the loan ended after it
 * - a written-off loan took later money
 * - money of that day that comes after it (`byTurn`) is in the books, or a waiver or a write-off of a later hour (`relief`)
 * - a charge stands for the return of the debit that it came by
 *
 * Money of a day after the loan ended is none, and neither is a debit that is heard of after its loan was left: all of it goes back.
 * Rule: LEND-W5, LEND-W6, LEND-L6, LEND-8
 */
export function isBackDated(
  loan: Loan,
  money: Pick<Money, 'repaymentId' | 'valueOn' | 'receivedAt' | 'channel' | 'onlyNumber'>,
  relief: readonly Relief[],
): boolean {
  const { valueOn, receivedAt, channel } = money;
  if (loan.status === 'unwound') return false;
  // Nothing was owed on that day. Taken back to it the loan would be open again, and such money would pay what its end had settled.
  if (loan.closedOn !== null && loan.closedOn < valueOn) return false;
  // Its bank was silent when the loan was left. Put before that, its money would have begun to repay, and the exit would be undone.
  if (loan.status === 'exited' && channel === 'mandate') return false;
  if (loan.receipts.some((one) => one.valueOn === valueOn && byTurn(turnOf(one), money) > 0)) return true;
  if (relief.some((one) => one.effectiveOn === valueOn && one.at > receivedAt)) return true;
  if (bouncesOf(loan, money).length > 0) return true;
  if (isLive(loan)) return loan.closedThroughOn >= valueOn;
  const lastOn = loan.closedOn ?? lastOfWrittenOff(loan);
  return lastOn !== null && lastOn > valueOn;
}

/**
 * The instant of money that a rail told, in milliseconds since 1970. Rails tell whole seconds: money that was asked for after a waiver
 * or a write-off of that second was taken after it, too. Rule: LEND-W5
 */
export function takenAtMs(toldMs: number, askedMs: number, relief: readonly Relief[]): number {
  const before = relief.map(({ at }) => at).filter((at) => at <= askedMs && at - toldMs < 1000);
  return Math.max(toldMs, ...before);
}

const turnOf = ({ id: repaymentId, receivedAt }: Receipt): Turn => ({ repaymentId, receivedAt });

/** A written-off loan closes no more days: its last receipt stands for the last closed day. */
function lastOfWrittenOff({ writtenOffOn, receipts }: Loan): BusinessDate | null {
  if (writtenOffOn === null) return null;
  return receipts.reduce((last, one) => (one.valueOn > last ? one.valueOn : last), writtenOffOn);
}

/**
 * Finds the standing charges for the return of a debit under a mandate that is heard to have succeeded. It counts on the day it was
 * presented. Rule: LEND-L6, LEND-20 (amended)
 */
export function bouncesOf(
  { charges }: Pick<Loan, 'charges'>,
  { channel, onlyNumber, valueOn }: Pick<Money, 'channel' | 'onlyNumber' | 'valueOn'>,
): Loan['charges'] {
  if (channel !== 'mandate') return [];
  return charges.filter(
    (one) => one.kind === 'bounce' && one.number === onlyNumber && one.leviedOn >= valueOn,
  );
}
