import { ALONE_MAX_PAISE, type ErrorCode } from '@mohlat/contract';
import { isLive, type LoanStatus, mayBeWrittenOff } from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';

const SETTLEMENT_DAYS_MAX = 90;

interface Granted {
  readonly ofLoanPaise: number;
  readonly ofDayPaise: number;
}

/**
 * The most that one member of staff may grant now: all that was granted of the payment, and all that was granted to the person
 * today, stay within ₹500 with it. What was granted counts, not what it came to. Rule: LEND-24
 */
export function grantableAlonePaise({ ofLoanPaise, ofDayPaise }: Granted): number {
  return Math.max(0, ALONE_MAX_PAISE - Math.max(ofLoanPaise, ofDayPaise));
}

/** True where one member of staff may grant it. Rule: LEND-24 */
export function isGrantedAlone(granted: Granted, amountPaise: number): boolean {
  return amountPaise <= grantableAlonePaise(granted);
}

/** Why a lower sum cannot be agreed; undefined where it can. */
export function refusalOfSettlement(
  { agreedPaise, payBy }: { readonly agreedPaise: number; readonly payBy: string },
  { outstandingPaise, hasOne }: { readonly outstandingPaise: number; readonly hasOne: boolean },
  today: BusinessDate,
): ErrorCode | undefined {
  if (outstandingPaise === 0) return 'payment_not_payable';
  if (agreedPaise >= outstandingPaise) return 'settlement_not_lower';
  if (payBy < today || payBy > addDays(today, SETTLEMENT_DAYS_MAX)) return 'settlement_day';
  return hasOne ? 'settlement_exists' : undefined;
}

/** Why a loan cannot be written off; undefined where it can. Rule: LEND-D5 */
export function refusalOfWriteOff({
  status,
  dpd,
}: {
  readonly status: LoanStatus;
  readonly dpd: number;
}): ErrorCode | undefined {
  if (!isLive({ status })) return 'payment_not_payable';
  return mayBeWrittenOff(status, dpd) ? undefined : 'write_off_too_early';
}
