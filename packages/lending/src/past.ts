import type { BusinessDate, ChargeKind, InstalmentComponent, Paise } from '@mohlat/money';
import type { Instalment } from './borrower.ts';
import type { Waived } from './decision.ts';
import type { Journal, JournalKind } from './journals.ts';
import type { Money } from './received.ts';
import type { Waiver } from './relief.ts';
import type { WriteOff } from './write-off.ts';

/*
 * What the rules know of a loan's past when it is taken back to an earlier day: rows that stand, and rows that may come back.
 * Amounts are paise, instants milliseconds since the epoch.
 */

/** A journal of the loan that was not taken back. */
export interface PastJournal extends Pick<Journal, 'effectiveOn'> {
  readonly id: string;
  /** A mirror of another journal is no event of the loan, and is not listed. */
  readonly kind: JournalKind;
  readonly lines: readonly Pick<Journal['lines'][number], 'account' | 'amountPaise'>[];
}

/** Whose doing a row is: the repayment that wrote it, and the one that put something else in its place. */
interface Written {
  readonly id: string;
  readonly releasedBy: string | null;
  readonly isActive: boolean;
}

/** A row of a schedule that is in force, or that a repayment put aside. The first schedule was written by nobody. */
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
  /** What is too little to ask for was let off by no member of staff: it follows from the days. Rule: LEND-9 */
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
  /** Money that counts. */
  readonly receipts: readonly Money[];
  readonly instalments: readonly PastInstalment[];
  readonly shares: readonly PastShare[];
  readonly waivers: readonly PastWaiver[];
  readonly writeOffs: readonly PastWriteOff[];
}

/** A day to which a loan is taken back: it is lived again from its opening. */
export interface Back {
  readonly on: BusinessDate;
  /** Days up to this one know no late charge that did not stand on them before. Rule: LEND-W7 */
  readonly noNewPenalThroughOn: BusinessDate | null;
}
