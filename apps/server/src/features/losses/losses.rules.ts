import { ALONE_A_DAY_MAX_PAISE, ALONE_MAX_PAISE, type ErrorCode } from '@mohlat/contract';
import { isFrozen, isLive, mayBeWrittenOff } from '@mohlat/lending';
import { addDays, type BusinessDate, type Paise } from '@mohlat/money';
import type { LoanState } from './losses.repo.ts';

const SETTLEMENT_DAYS_MAX = 90;

interface Granted {
  readonly ofLoanPaise: number;
  readonly ofDayPaise: number;
  /** By this member of staff alone today, over all people. */
  readonly byMemberPaise: number;
}

/**
 * The most that one member of staff may grant now: all that was granted of the payment, and all that was granted to the person
 * today, stay within ₹500 with it; so does all that the member granted alone today within ₹5,000. What was granted counts, not what
 * it came to. Rule: LEND-24
 */
export function grantableAlonePaise({ ofLoanPaise, ofDayPaise, byMemberPaise }: Granted): number {
  const left = Math.min(
    ALONE_MAX_PAISE - Math.max(ofLoanPaise, ofDayPaise),
    ALONE_A_DAY_MAX_PAISE - byMemberPaise,
  );
  return Math.max(0, left);
}

/** True where one member of staff may grant it. Rule: LEND-24 */
export function isGrantedAlone(granted: Granted, amountPaise: number): boolean {
  return amountPaise <= grantableAlonePaise(granted);
}

/** The facts of a loan that refusals look at. */
type LoanFacts = Pick<LoanState, 'freezes' | 'isDebitWithBank' | 'isDisputed'>;

/** The debt that a lower sum would end. */
export interface Debt {
  readonly outstandingPaise: Paise;
  /** The charges that stand, paid or not. */
  readonly chargedPaise: Paise;
  /** True while a lower sum is agreed already and would end it. */
  readonly isAgreed: boolean;
}

/**
 * Why no lower sum at all can be agreed on a day; undefined where one can. Of a frozen loan no sum is asked for. Money of a debit
 * counts from its presentation, so one that the bank has not answered would count outside the agreement. While a bank disputes
 * a repayment, nobody knows yet what is owed.
 * Rule: LEND-24, LEND-X10, LEND-20, LEND-W7
 */
export function refusalOfAnySum(
  { outstandingPaise, isAgreed }: Omit<Debt, 'chargedPaise'>,
  { freezes, isDebitWithBank, isDisputed }: LoanFacts,
  today: BusinessDate,
): ErrorCode | undefined {
  if (outstandingPaise === 0) return 'payment_not_payable';
  if (isAgreed) return 'settlement_exists';
  if (isFrozen(freezes, today)) return 'loan_frozen';
  if (isDebitWithBank) return 'debit_with_bank';
  return isDisputed ? 'repayment_disputed' : undefined;
}

/** Why this lower sum cannot be agreed on a day; undefined where it can. Rule: LEND-24 */
export function refusalOfSettlement(
  { agreedPaise, payBy }: { readonly agreedPaise: number; readonly payBy: string },
  debt: Omit<Debt, 'chargedPaise'>,
  loan: LoanFacts,
  today: BusinessDate,
): ErrorCode | undefined {
  const { outstandingPaise } = debt;
  if (outstandingPaise === 0) return 'payment_not_payable';
  if (agreedPaise >= outstandingPaise) return 'settlement_not_lower';
  if (payBy < today || payBy > addDays(today, SETTLEMENT_DAYS_MAX)) return 'settlement_day';
  return refusalOfAnySum(debt, loan, today);
}

/** Why a loan cannot be written off on a day; undefined where it can. Rule: LEND-D5, LEND-X10 */
export function refusalOfWriteOff(
  { status, dpd, freezes }: Pick<LoanState, 'status' | 'dpd' | 'freezes'>,
  today: BusinessDate,
): ErrorCode | undefined {
  if (!isLive({ status })) return 'payment_not_payable';
  if (!mayBeWrittenOff(status, dpd)) return 'write_off_too_early';
  return isFrozen(freezes, today) ? 'loan_frozen' : undefined;
}
