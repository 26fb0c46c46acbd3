import type { BusinessDate, ChargeKind, InstalmentComponent, Paise } from '@mohlat/money';
import type { Instalment } from './borrower.ts';
import type { Waived } from './decision.ts';
import type { Journal, JournalKind } from './journals.ts';
import type { Money } from './received.ts';
import type { Waiver } from './relief.ts';
import type { WriteOff } from './write-off.ts';

/*
 * The past of a loan, as the rules need it to take the loan back to an earlier day: rows that stand, and rows that may
 * come back. Amounts are paise, instants milliseconds since the epoch.
 */

/** A journal of the loan that was not taken back. */
export interface PastJournal extends Pick<Journal, 'effectiveOn'> {
  readonly id: string;
  /** Mirrors of other journals are no events of the loan and are not listed. */
  readonly kind: JournalKind;
  readonly lines: readonly Pick<Journal['lines'][number], 'account' | 'amountPaise'>[];
}

/** The origin of a row: the repayment that wrote it, and the repayment that replaced it. */
interface Written {
  readonly id: string;
  readonly releasedBy: string | null;
  readonly isActive: boolean;
}

/** A row of a schedule that is in force, or that a repayment replaced. No repayment wrote the first schedule. */
export interface PastInstalment extends Instalment, Written {
  readonly writtenBy: string | null;
}

/** A share of a repayment, as `allocation_written` says it, that stands or was released by a later repayment. */
export interface PastShare extends Written {
  readonly repaymentId: string;
  readonly writtenBy: string;
  readonly number: number | null;
  readonly chargeId: string | null;
  readonly component: InstalmentComponent | ChargeKind | 'excess';
  readonly amountPaise: Paise;
  readonly isEarmark: boolean;
}

/** A waiver, and the parts that it covers now. */
export interface PastWaiver extends Waiver {
  readonly at: number;
  /** True for a tiny balance, which follows from the days and not from a decision of staff. Rule: LEND-9 */
  readonly isTiny: boolean;
  readonly parts: readonly Waived[];
}

export interface PastWriteOff extends WriteOff {
  readonly at: number;
}

export interface LoanPast {
  readonly loanId: string;
  /** Newest first. */
  readonly journals: readonly PastJournal[];
  /** Repayments that stand. */
  readonly receipts: readonly Money[];
  readonly instalments: readonly PastInstalment[];
  readonly shares: readonly PastShare[];
  readonly waivers: readonly PastWaiver[];
  readonly writeOffs: readonly PastWriteOff[];
}

/** The day to take a loan back to: its days are replayed from its opening. */
export interface Back {
  readonly on: BusinessDate;
  /** Through this day only late charges that stood before are levied. Rule: LEND-W7 */
  readonly noNewPenalThroughOn: BusinessDate | null;
  /** Charges for returned debits that never arose, by their ids. Rule: LEND-L6 */
  readonly baseless?: ReadonlySet<string>;
}
