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

/** A part of what is owed that is let off: of an instalment (`number`) or of a charge (`chargeId`). */
export interface Waived {
  readonly number: number | null;
  readonly chargeId: string | null;
  readonly component: InstalmentComponent | ChargeKind;
  readonly amountPaise: Paise;
}

/** One member for each kind of row that a decision changes: of a loan, or of the borrower. The writer and `after` know each. */
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
  /** A waiver came to this much: it may be nothing by its turn. */
  | {
      readonly change: 'waiver_applied';
      readonly loanId: string;
      readonly waiverId: string;
      readonly amountPaise: Paise;
    }
  | ({ readonly change: 'share_waived'; readonly loanId: string; readonly waiverId: string } & Waived)
  /** Interest of days to come that is never owed is counted as covered. */
  | {
      readonly change: 'interest_forgone';
      readonly loanId: string;
      readonly number: number;
      readonly amountPaise: Paise;
    }
  /** The borrower owes on what is unpaid of each part. */
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
  /** The loan had ended by the turn of its write-off. */
  | { readonly change: 'write_off_void'; readonly loanId: string; readonly writeOffId: string }
  | {
      readonly change: 'loan_ended';
      readonly loanId: string;
      readonly on: BusinessDate;
      readonly status: 'closed' | 'settled' | 'exited';
    }
  /** Its days after one and through another are written. */
  | {
      readonly change: 'days_closed';
      readonly loanId: string;
      readonly afterOn: BusinessDate;
      readonly throughOn: BusinessDate;
      /** Its next day as this was decided: what was learned meanwhile brings it closer, and then this is stale. */
      readonly knownNextOn: BusinessDate | null;
      readonly nextOn: BusinessDate;
    }
  /** It was looked at, and nothing of it is to be written before a day. */
  | {
      readonly change: 'next_day_set';
      readonly loanId: string;
      readonly knownNextOn: BusinessDate | null;
      readonly nextOn: BusinessDate;
    }
  | {
      readonly change: 'credit_settled';
      /** As it was, where somebody holds the account by hand. */
      readonly state: string;
      readonly hold: CreditHold | null;
      readonly daysPastDue: number;
    }
  | ReceiptChange;

/** A row of a schedule that is laid out anew. */
export type NewInstalment = Pick<
  Instalment,
  'number' | 'startOn' | 'dueOn' | 'principalPaise' | 'feePaise' | 'interestPaise'
>;

interface PartOfCharge {
  readonly loanId: string;
  readonly chargeId: string;
  readonly amountPaise: Paise;
}

/** A change that money from a person makes. */
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
      /** The repayment by which it was decided: a closing shares held money out anew. */
      readonly writtenBy: string;
      readonly number: number | null;
      readonly chargeId: string | null;
      readonly component: InstalmentComponent | ChargeKind | 'excess';
      readonly amountPaise: Paise;
      readonly isEarmark: boolean;
    }
  /** What was held for instalments not yet demanded is held no more, because of a repayment. */
  | { readonly change: 'earmarks_released'; readonly loanId: string; readonly repaymentId: string }
  /** Added to what is paid; negative where held money goes elsewhere. */
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
  /** The instalments after a day are others. */
  | {
      readonly change: 'schedule_replaced';
      readonly loanId: string;
      readonly repaymentId: string;
      readonly on: BusinessDate;
      readonly rows: readonly NewInstalment[];
    }
  | { readonly change: 'limit_freed'; readonly loanId: string; readonly amountPaise: Paise };

/** What a person is told because of a decision. */
export type Notice =
  | { readonly notice: 'nothing_owed_any_more'; readonly loanId: string }
  | { readonly notice: 'credit_changed' };

/** What a rule answers: the journals to book, the rows to change, what to tell. It stands as a whole or not at all. */
export interface Decision {
  readonly journals: readonly Journal[];
  readonly changes: readonly RowChange[];
  readonly notices: readonly Notice[];
}

export const NOTHING: Decision = { journals: [], changes: [], notices: [] };

/** One decision after the other, in their order. Journals of nothing are left out. */
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
