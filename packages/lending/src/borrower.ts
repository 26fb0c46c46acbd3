import type {
  AssetClass,
  Bps,
  BusinessDate,
  ChargeState,
  InstalmentComponent,
  InstalmentState,
  LatePolicy,
  Paise,
} from '@mohlat/money';
import type { BlockedDays } from './blocked.ts';
import type { ContestedDays } from './contested.ts';
import type { FeeTax } from './fee-tax.ts';
import type { FreezeFact } from './freeze.ts';

/*
 * The state of one borrower, as the rules need it: plain data, loaded in one query, changed only by the changes of a
 * decision (`after`). Amounts are paise, days Indian business dates.
 */

/** `active` and `npa` are live: their days are closed one after the other. */
export type LoanStatus = 'active' | 'npa' | 'closed' | 'settled' | 'exited' | 'written_off' | 'unwound';

/** A row of the schedule in force. */
export interface Instalment extends InstalmentState {
  readonly id: string;
  /** The first day that earns its interest: the due date before it, the loan's first day, or the day of a part-prepayment. */
  readonly startOn: BusinessDate;
  readonly isDemanded: boolean;
}

/** A charge that stands. */
export interface Charge extends ChargeState {
  /** The instalment it was levied for. */
  readonly number: number;
  /** Days late at the levy; 0 for a bounce charge. A kind, number and lateness names one charge. */
  readonly lateDays: number;
  /** From this day it counts as past due while it is unpaid. Rule: LEND-L7 */
  readonly overdueOn: BusinessDate;
}

/** A charge that was taken back when the loan was last taken back to an earlier day. Rule: LEND-W7 */
export type ReversedCharge = Pick<Charge, 'kind' | 'number' | 'lateDays' | 'amountPaise'>;

/** Money held for a part of an instalment not yet demanded, by the repayment it came with. */
export interface Earmark {
  readonly repaymentId: string;
  readonly receivedAt: number;
  readonly number: number;
  readonly component: InstalmentComponent;
  readonly amountPaise: Paise;
}

/**
 * The standing of a loan from the close of a day on. Days past due rise by one each day until the next fact.
 * Rule: LEND-D6
 */
export interface Standing {
  readonly on: BusinessDate;
  readonly dpd: number;
  readonly class: AssetClass;
}

/**
 * A hardship: the borrower told us that they cannot pay. No new charge from then on, through its last day.
 * Rule: LEND-23
 */
export interface Hardship {
  readonly id: string;
  readonly fromOn: BusinessDate;
  /** The newest day of the loan that was opened when it was told: `fromOn`, or a day before it. */
  readonly openedOn: BusinessDate;
  readonly untilOn: BusinessDate;
  /** The day at whose close it ended because the arrears were paid; null while it has not. */
  readonly endedOn: BusinessDate | null;
}

/** A debit under a mandate that was presented to the bank. Instants are milliseconds since the epoch. */
export interface PresentedDebit {
  readonly number: number;
  readonly presentedAt: number;
  /** Null while its outcome is unknown. */
  readonly endedAt: number | null;
  /** The last day of its return window. */
  readonly answerByOn: BusinessDate;
}

/** The terms at which a loan was sold, by the settings of its day. */
export interface Sold {
  readonly billPaise: Paise;
  readonly feePaise: Paise;
  /** The tax inside the fee. */
  readonly gstPaise: Paise;
  readonly aprBps: Bps;
  readonly annualRateBps: Bps;
  /** Days after its first day on which it may be cancelled. Rule: LEND-8 */
  readonly coolingOffDays: number;
}

/** A repayment that stands. */
export interface Receipt {
  readonly id: string;
  readonly receivedAt: number;
  readonly valueOn: BusinessDate;
  /** The part that covers the loan or is held for it. */
  readonly coveredPaise: Paise;
}

/** An agreed lower sum (settlement): two people agreed with the borrower that it ends the loan. Rule: LEND-24 */
export interface Agreement {
  readonly agreedPaise: Paise;
  /** All that was owed on the loan when it was agreed; null where an older process wrote it down, which did not say. */
  readonly owedPaise: Paise | null;
  /** The late and bounce charges that stood then, paid or not (`standingCharges`); null with `owedPaise`. */
  readonly chargedPaise: Paise | null;
  readonly agreedAt: number;
  /** The last day on which its money may be debited; frozen days since move it later (`lastDayOf`). */
  readonly payByOn: BusinessDate;
}

export interface Loan {
  readonly id: string;
  readonly status: LoanStatus;
  readonly disbursedOn: BusinessDate;
  /** The day on which its owner was told that the bill was paid; later than the first day where the rail answered late. Rule: LEND-8 */
  readonly bookedOn: BusinessDate;
  readonly closedOn: BusinessDate | null;
  /** The day of its write-off, after which it is still owed. Null for a loan that was not written off. */
  readonly writtenOffOn: BusinessDate | null;
  /** Everything through this day is written, interest too. Later days may have brought interest alone. */
  readonly closedThroughOn: BusinessDate;
  /** The first day whose close may bring more than interest. Null when it is unknown: each day is looked at. */
  readonly nextOn: BusinessDate | null;
  /** The number of times it was taken back to an earlier day. */
  readonly rewoundCount: number;
  /** Through this day only late charges that stood before are levied; null for most loans. Rule: LEND-W7 */
  readonly noNewPenalThroughOn: BusinessDate | null;
  /** Bill and fee. */
  readonly financedPaise: Paise;
  readonly feeTax: FeeTax;
  /** The charges for lateness, by the settings it was sold under. Rule: LEND-S6 */
  readonly late: LatePolicy;
  readonly sold: Sold;
  readonly instalments: readonly Instalment[];
  readonly charges: readonly Charge[];
  readonly reversedCharges: readonly ReversedCharge[];
  readonly earmarks: readonly Earmark[];
  readonly receipts: readonly Receipt[];
  /** Interest that part-prepayments collected; it belongs to no instalment. */
  readonly prepaidInterestPaise: Paise;
  /** Oldest first. */
  readonly agreements: readonly Agreement[];
  /** Facts, oldest first; the first is of its first day. */
  readonly standings: readonly Standing[];
  readonly hardships: readonly Hardship[];
  /** Disputes of its repayments. */
  readonly disputes: readonly ContestedDays[];
  /** Oldest first. */
  readonly freezes: readonly FreezeFact[];
  readonly debits: readonly PresentedDebit[];
  /** The loss allowance held for it. */
  readonly allowancePaise: Paise;
}

export interface Borrower {
  readonly userId: string;
  /** The used part of the limit: the bill part of live loans that is neither repaid nor earmarked. Rule: LEND-14 */
  readonly usedPaise: Paise;
  readonly blocks: readonly BlockedDays[];
  readonly loans: readonly Loan[];
}

/** The loans whose days are closed one after the other. */
export const LIVE_STATUSES = ['active', 'npa'] as const satisfies readonly LoanStatus[];
/** The loans on which something is owed: a written-off one has left the books and is owed all the same. */
export const OWED_STATUSES = [...LIVE_STATUSES, 'written_off'] as const satisfies readonly LoanStatus[];

const LIVE: ReadonlySet<LoanStatus> = new Set(LIVE_STATUSES);
const OWED: ReadonlySet<LoanStatus> = new Set(OWED_STATUSES);

/** True while its days are closed one after the other. */
export function isLive({ status }: Pick<Loan, 'status'>): boolean {
  return LIVE.has(status);
}

/** True while something is owed on it, also when it is written off. */
export function isOwed({ status }: Pick<Loan, 'status'>): boolean {
  return OWED.has(status);
}

/**
 * True of a loan that is written off by the close of a day and still owed then: neither recovered in full nor settled. It closes no
 * more days, and its borrower performs no better than it did.
 * Rule: LEND-D3, LEND-D5
 */
export function isWrittenOffOn(
  { writtenOffOn, closedOn }: Pick<Loan, 'writtenOffOn' | 'closedOn'>,
  day: BusinessDate,
): boolean {
  return writtenOffOn !== null && writtenOffOn <= day && (closedOn === null || day < closedOn);
}
