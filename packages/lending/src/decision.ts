import type {
  AssetClass,
  BusinessDate,
  ChargeKind,
  CreditHold,
  InstalmentComponent,
  Paise,
} from '@mohlat/money';
import type { Journal } from './journals.ts';
import type { Instalment, LoanStatus } from './borrower.ts';

/** A waived part: of an instalment (`number`) or of a charge (`chargeId`). */
export interface Waived {
  readonly number: number | null;
  readonly chargeId: string | null;
  readonly component: InstalmentComponent | ChargeKind;
  readonly amountPaise: Paise;
}

/** A change of one kind of row, of a loan or of the borrower. The writer and `after` handle each kind. */
export type RowChange =
  | { readonly change: 'instalment_demanded'; readonly loanId: string; readonly number: number }
  | { readonly change: 'earmarks_applied'; readonly loanId: string; readonly number: number }
  | {
      readonly change: 'charge_levied';
      readonly loanId: string;
      readonly kind: ChargeKind;
      readonly number: number;
      readonly lateDays: number;
      readonly leviedOn: BusinessDate;
      readonly overdueOn: BusinessDate;
      readonly amountPaise: Paise;
    }
  | {
      readonly change: 'standing_recorded';
      readonly loanId: string;
      readonly on: BusinessDate;
      readonly dpd: number;
      readonly class: AssetClass;
    }
  | { readonly change: 'status_changed'; readonly loanId: string; readonly status: LoanStatus }
  | { readonly change: 'allowance_set'; readonly loanId: string; readonly amountPaise: Paise }
  | {
      readonly change: 'hardship_ended';
      readonly loanId: string;
      readonly hardshipId: string;
      readonly on: BusinessDate;
    }
  | {
      readonly change: 'balance_waived';
      readonly loanId: string;
      readonly on: BusinessDate;
      readonly parts: readonly Waived[];
    }
  /** The amount that a waiver covered, in paise; 0 where its turn found no unpaid amount. */
  | {
      readonly change: 'waiver_applied';
      readonly loanId: string;
      readonly waiverId: string;
      readonly amountPaise: Paise;
    }
  | ({ readonly change: 'share_waived'; readonly loanId: string; readonly waiverId: string } & Waived)
  /** Interest of days to come counts as covered, because it is never owed. */
  | {
      readonly change: 'interest_forgone';
      readonly loanId: string;
      readonly number: number;
      readonly amountPaise: Paise;
    }
  /** The borrower still owes the unpaid amount of each part. */
  | {
      readonly change: 'loan_written_off';
      readonly loanId: string;
      readonly writeOffId: string;
      readonly on: BusinessDate;
      readonly principalPaise: Paise;
      readonly feePaise: Paise;
      readonly interestPaise: Paise;
      readonly chargesPaise: Paise;
    }
  /** The write-off changed nothing, because the loan had ended by its turn or might not be written off. Rule: LEND-D5 */
  | { readonly change: 'write_off_void'; readonly loanId: string; readonly writeOffId: string }
  | {
      readonly change: 'loan_ended';
      readonly loanId: string;
      readonly on: BusinessDate;
      readonly status: 'closed' | 'settled' | 'exited';
    }
  /** The days after one and through another are written. */
  | {
      readonly change: 'days_closed';
      readonly loanId: string;
      readonly afterOn: BusinessDate;
      readonly throughOn: BusinessDate;
      /** The next day when this was decided. Late facts bring it closer, which makes this decision stale. */
      readonly knownNextOn: BusinessDate | null;
      /** Null for a loan that ended. */
      readonly nextOn: BusinessDate | null;
    }
  /** The loan was looked at; its next day is later. */
  | {
      readonly change: 'next_day_set';
      readonly loanId: string;
      readonly knownNextOn: BusinessDate | null;
      readonly nextOn: BusinessDate | null;
    }
  | {
      readonly change: 'credit_settled';
      /** Unchanged where staff hold the account by hand. */
      readonly state: string;
      readonly hold: CreditHold | null;
      readonly daysPastDue: number;
    }
  | ReceiptChange;

/** A row of a new version of the schedule. */
export type NewInstalment = Pick<
  Instalment,
  'number' | 'startOn' | 'dueOn' | 'principalPaise' | 'feePaise' | 'interestPaise'
>;

interface PartOfCharge {
  readonly loanId: string;
  readonly chargeId: string;
  readonly amountPaise: Paise;
}

/** A change of rows that a receipt makes. */
export type ReceiptChange =
  | {
      readonly change: 'repayment_settled';
      readonly loanId: string;
      readonly repaymentId: string;
      readonly receivedAt: number;
      readonly valueOn: BusinessDate;
      readonly providerPaymentRef: string | null;
      readonly failureReason: string | null;
    }
  | {
      readonly change: 'allocation_written';
      readonly loanId: string;
      readonly repaymentId: string;
      /** The repayment that decided it: a closing payment shares out money held before. */
      readonly writtenBy: string;
      readonly number: number | null;
      readonly chargeId: string | null;
      readonly component: InstalmentComponent | ChargeKind | 'excess';
      readonly amountPaise: Paise;
      readonly isEarmark: boolean;
    }
  /** Money held for instalments not yet demanded is released, because of a repayment. */
  | { readonly change: 'earmarks_released'; readonly loanId: string; readonly repaymentId: string }
  /** An amount is added to the paid parts; it is negative where held money goes elsewhere. */
  | {
      readonly change: 'instalment_paid';
      readonly loanId: string;
      readonly number: number;
      readonly principalPaise: Paise;
      readonly feePaise: Paise;
      readonly interestPaise: Paise;
    }
  | ({ readonly change: 'charge_paid' } & PartOfCharge)
  | ({ readonly change: 'charge_waived' } & PartOfCharge)
  /** The instalments after a day get new rows. */
  | {
      readonly change: 'schedule_replaced';
      readonly loanId: string;
      readonly repaymentId: string;
      readonly on: BusinessDate;
      readonly rows: readonly NewInstalment[];
    }
  | { readonly change: 'limit_freed'; readonly loanId: string; readonly amountPaise: Paise };

/** A message to a person that follows from a decision. */
export type Notice =
  | { readonly notice: 'nothing_owed_any_more'; readonly loanId: string }
  | { readonly notice: 'credit_changed' };

/**
 * The answer of a rule: the journals to book, the rows to change, the notices to send. It is written as a whole or not at
 * all.
 */
export interface Decision {
  readonly journals: readonly Journal[];
  readonly changes: readonly RowChange[];
  readonly notices: readonly Notice[];
}

export const NOTHING: Decision = { journals: [], changes: [], notices: [] };

/** Adds decisions up in their order. Empty journals are left out. */
export function together(decisions: readonly Decision[]): Decision {
  if (decisions.every((one) => one === NOTHING)) return NOTHING;
  const journals: Journal[] = [];
  const changes: RowChange[] = [];
  const notices: Notice[] = [];
  for (const one of decisions) {
    for (const journal of one.journals) if (journal.lines.length > 0) journals.push(journal);
    changes.push(...one.changes);
    notices.push(...one.notices);
  }
  return { journals, changes, notices };
}
