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
import type { FeeTax } from './fee-tax.ts';
import type { FreezeFact } from './freeze.ts';

/*
 * What the rules know of one borrower: plain data, loaded in one query, changed only by the changes of a decision
 * (`after`). Amounts are paise, days Indian business dates.
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
  /** How late that was; 0 of a bounce. One charge of a kind stands for a number and its lateness. */
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

/** How a loan stands from the close of a day on: of days past due there is one more each day, until the next fact. Rule: LEND-D6 */
export interface Standing {
  readonly on: BusinessDate;
  readonly dpd: number;
  readonly class: AssetClass;
}

/** Somebody said that they cannot pay: no new charge after its first day and through its last. Rule: LEND-23 */
export interface Hardship {
  readonly id: string;
  readonly fromOn: BusinessDate;
  readonly untilOn: BusinessDate;
  /** The day at whose close arrears ended it; null while they did not. */
  readonly endedOn: BusinessDate | null;
}

/** A debit under a mandate that the bank was asked for. Instants are milliseconds since the epoch. */
export interface PresentedDebit {
  readonly number: number;
  readonly presentedAt: number;
  /** Null while nobody knows how it ended. */
  readonly endedAt: number | null;
  /** The last day of its return window. */
  readonly answerByOn: BusinessDate;
}

/** What a loan was sold for, by the settings of its day. */
export interface Sold {
  readonly billPaise: Paise;
  readonly feePaise: Paise;
  /** The tax inside the fee. */
  readonly gstPaise: Paise;
  readonly aprBps: Bps;
  readonly annualRateBps: Bps;
  /** Days after its first on which it may still be left. Rule: LEND-8 */
  readonly coolingOffDays: number;
}

/** A repayment that counts. */
export interface Receipt {
  readonly id: string;
  readonly receivedAt: number;
  readonly valueOn: BusinessDate;
  /** What of it covers the loan or is held for it. */
  readonly coveredPaise: Paise;
}

/** Two people agreed with the borrower that a lower sum ends the loan. Rule: LEND-24 */
export interface Agreement {
  readonly agreedPaise: Paise;
  readonly agreedAt: number;
  /** The last day of the debit. */
  readonly payByOn: BusinessDate;
}

export interface Loan {
  readonly id: string;
  readonly status: LoanStatus;
  readonly disbursedOn: BusinessDate;
  readonly closedOn: BusinessDate | null;
  /** The day it was given up; it stays owed. Null of a loan that was not. */
  readonly writtenOffOn: BusinessDate | null;
  /** Through this day all that its days brought is written, interest too. Since then it may have had days that brought only that. */
  readonly closedThroughOn: BusinessDate;
  /** The first day whose close may bring more than that; null where nobody knows: each day is looked at. */
  readonly nextOn: BusinessDate | null;
  /** How often it was taken back to an earlier day. */
  readonly rewoundCount: number;
  /** Days up to this one know no late charge that did not stand on them before; null of most loans. Rule: LEND-W7 */
  readonly noNewPenalThroughOn: BusinessDate | null;
  /** Bill and fee. */
  readonly financedPaise: Paise;
  readonly feeTax: FeeTax;
  /** What lateness costs, by the settings it was sold under. Rule: LEND-S6 */
  readonly late: LatePolicy;
  readonly sold: Sold;
  readonly instalments: readonly Instalment[];
  readonly charges: readonly Charge[];
  readonly reversedCharges: readonly ReversedCharge[];
  readonly earmarks: readonly Earmark[];
  readonly receipts: readonly Receipt[];
  /** Interest that part-prepayments collected, which is of no instalment. */
  readonly prepaidInterestPaise: Paise;
  /** Oldest first. */
  readonly agreements: readonly Agreement[];
  /** Facts, oldest first; the first is of its first day. */
  readonly standings: readonly Standing[];
  readonly hardships: readonly Hardship[];
  /** Oldest first. */
  readonly freezes: readonly FreezeFact[];
  readonly debits: readonly PresentedDebit[];
  /** The loss allowance held for it. */
  readonly allowancePaise: Paise;
}

export interface Borrower {
  readonly userId: string;
  /** Of the limit: the bill part of live loans that is neither repaid nor earmarked. Rule: LEND-14 */
  readonly usedPaise: Paise;
  readonly loans: readonly Loan[];
}

/** True while its days are closed one after the other. */
export function isLive({ status }: Pick<Loan, 'status'>): boolean {
  return status === 'active' || status === 'npa';
}
