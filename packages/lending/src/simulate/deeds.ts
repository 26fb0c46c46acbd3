import { addPaise, type BusinessDate, type Paise } from '@mohlat/money';
import { after } from '../after.ts';
import type { Agreement, Borrower, Loan } from '../borrower.ts';
import { type Decision, NOTHING, type RowChange } from '../decision.ts';
import type { Journal } from '../journals.ts';
import { loanBooked, unwound } from '../loan-booked.ts';
import { bounced } from '../loan-journals.ts';
import { receipt } from '../receive.ts';
import type { Money } from '../received.ts';
import { waive, type Waiver } from '../relief.ts';
import { writeOff } from '../write-off.ts';
import { type LoanTerms, newLoan } from './terms.ts';

export type BounceCharge = Omit<Extract<RowChange, { change: 'charge_levied' }>, 'change' | 'loanId'>;

/** A deed with all its amounts. Lives consist of deeds, so that they can be replayed elsewhere. */
export type Deed = {
  readonly loanId: string;
  /** The day it counts on. */
  readonly on: BusinessDate;
  /** The day it is heard of; money, its loss and the return of a bill are heard of later than they count. */
  readonly heardOn: BusinessDate;
  /** Deeds of one day happen in this order. */
  readonly turn: number;
} &
  /** `sentBackOn`: the day on which the rail returned the bill; null of a bill that stays paid. */
  (
    | { readonly deed: 'lent'; readonly terms: LoanTerms; readonly sentBackOn: BusinessDate | null }
    | { readonly deed: 'paid'; readonly money: Money }
    | { readonly deed: 'told hardship'; readonly hardshipId: string; readonly untilOn: BusinessDate }
    | { readonly deed: 'frozen' | 'thawed' }
    /** A payer's bank disputes a repayment, or no longer does. */
    | { readonly deed: 'contested' | 'contest over' }
    /** A debit was presented; instants are milliseconds since the epoch. */
    | {
        readonly deed: 'presented';
        readonly number: number;
        readonly at: number;
        readonly answerByOn: BusinessDate;
      }
    | { readonly deed: 'answered'; readonly number: number; readonly at: number }
    /** The charge for a returned debit: a fact that a replay leaves standing while the loan performs. */
    | { readonly deed: 'bounced'; readonly charge: BounceCharge }
    /** A decision of staff about a loan. */
    | { readonly deed: 'waived'; readonly waiver: Waiver }
    | { readonly deed: 'agreed'; readonly agreement: Agreement }
    | { readonly deed: 'written off'; readonly writeOffId: string }
    /** A repayment counts no more: its payer's bank took it back. It counted on the day of this deed. */
    | { readonly deed: 'lost'; readonly repaymentId: string }
    /** Held money of a repayment goes back to its payer: of all of it, this much counts no more. It counted on the day of this deed. */
    | { readonly deed: 'given back'; readonly repaymentId: string; readonly returnedPaise: Paise }
    /** The rail returned the bill. It counts from the first day of the loan. */
    | { readonly deed: 'sent back' }
    /** Rewards are earned, taken back and expire, as after the close of the day before. */
    | { readonly deed: 'rewards kept' }
  );

/** News that makes closed days other ones. */
export type News = Extract<Deed, { deed: 'paid' | NewsAlone }>;

/** News that is no event of the day it counts on. */
type NewsAlone = 'lost' | 'given back' | 'sent back';

const NOT_OF_DAY: ReadonlySet<Deed['deed']> = new Set(['lost', 'given back', 'sent back', 'rewards kept']);

/** True for a deed that a replay of its day repeats. */
export function isOfDay(deed: Deed): deed is DeedOfDay {
  return !NOT_OF_DAY.has(deed.deed);
}

const OF_REWARDS = ' s';

/** Names a repayment by rewards. */
export function nameOfSpending(loanId: string, turn: number): string {
  return `${loanId}${OF_REWARDS}${turn}`;
}

/** True for a repayment by rewards. */
export function isOfRewards(repaymentId: string): boolean {
  return repaymentId.includes(OF_REWARDS);
}

export type DeedOfDay = Exclude<Deed, { deed: NewsAlone | 'rewards kept' }>;

/** A borrower after a deed, and the journals of the deed. */
export interface Happened {
  readonly borrower: Borrower;
  readonly journals: readonly Journal[];
  /** The changes of a receipt, which say what its money covers. */
  readonly changes: readonly RowChange[];
}

/** Applies a deed to a borrower whose days before it are closed. */
export function happen(borrower: Borrower, deed: DeedOfDay): Happened {
  switch (deed.deed) {
    case 'lent':
      return deed.sentBackOn === null
        ? lend(borrower, deed.terms)
        : undo(borrower, deed.terms, deed.sentBackOn);
    case 'paid': {
      const { journals, changes } = receipt(borrower, deed.money);
      return { borrower: after(borrower, changes), journals, changes };
    }
    case 'bounced':
      return decided(borrower, deed, (loan) =>
        loan.status === 'active'
          ? {
              ...NOTHING,
              journals: [bounced(loan, deed.charge, deed.on)],
              changes: [{ change: 'charge_levied', loanId: loan.id, ...deed.charge }],
            }
          : NOTHING,
      );
    case 'waived':
      return decided(borrower, deed, (loan) => waive(loan, deed.waiver));
    case 'written off':
      return decided(borrower, deed, (loan) => writeOff(loan, { id: deed.writeOffId, effectiveOn: deed.on }));
    default: {
      const change = (loan: Loan) =>
        loan.id === deed.loanId ? { ...loan, ...learned(loan, deed), nextOn: null } : loan;
      return { borrower: { ...borrower, loans: borrower.loans.map(change) }, journals: [], changes: [] };
    }
  }
}

function lend(borrower: Borrower, terms: LoanTerms): Happened {
  const loan = newLoan(terms);
  const { id: loanId, disbursedOn: bookedOn, sold, feeTax } = loan;
  const { billPaise, feePaise } = sold;
  return {
    borrower: {
      ...borrower,
      usedPaise: addPaise(borrower.usedPaise, billPaise),
      loans: [...borrower.loans, loan],
    },
    journals: [loanBooked({ loanId, bookedOn, billPaise, feePaise, gstBps: feeTax.gstBps, supply: feeTax })],
    changes: [],
  };
}

/** Adds a loan whose bill the rail returned: no day of it is closed, and all money for it is excess. Rule: LEND-16 journal 9 */
function undo(borrower: Borrower, terms: LoanTerms, on: BusinessDate): Happened {
  const loan = newLoan(terms);
  const undone: Loan = { ...loan, status: 'unwound', closedOn: on, instalments: [] };
  const { journals, changes } = unwound(loan, on);
  return { borrower: { ...borrower, loans: [...borrower.loans, undone] }, journals, changes };
}

/** Applies a decision about one loan; its next day is computed again. */
function decided(borrower: Borrower, { loanId }: DeedOfDay, rule: (loan: Loan) => Decision): Happened {
  const loan = borrower.loans.find(({ id }) => id === loanId);
  if (loan === undefined) throw new RangeError(`No loan ${loanId}`);
  const { journals, changes } = rule(loan);
  const then = after(borrower, changes);
  const loans = then.loans.map((one) => (one.id === loanId ? { ...one, nextOn: null } : one));
  return { borrower: { ...then, loans }, journals, changes };
}

type Fact = Exclude<DeedOfDay, { deed: 'lent' | 'paid' | 'bounced' | 'waived' | 'written off' }>;

/** Adds a fact without money to the state of a loan. */
function learned({ hardships, disputes, freezes, debits, agreements }: Loan, fact: Fact): Partial<Loan> {
  switch (fact.deed) {
    case 'told hardship': {
      const told = {
        id: fact.hardshipId,
        fromOn: fact.on,
        openedOn: fact.on,
        untilOn: fact.untilOn,
        endedOn: null,
      };
      return { hardships: [...hardships, told] };
    }
    case 'contested':
      return { disputes: [...disputes, { openedOn: fact.on, endedOn: null }] };
    case 'contest over':
      return {
        disputes: disputes.map((one) => (one.endedOn === null ? { ...one, endedOn: fact.on } : one)),
      };
    case 'frozen':
    case 'thawed':
      return { freezes: [...freezes, { isFrozen: fact.deed === 'frozen', fromOn: fact.on }] };
    case 'presented': {
      const { number, at, answerByOn } = fact;
      return { debits: [...debits, { number, presentedAt: at, endedAt: null, answerByOn }] };
    }
    case 'agreed':
      return { agreements: [...agreements, fact.agreement] };
    case 'answered':
      return {
        debits: debits.map((one) =>
          one.number === fact.number && one.endedAt === null ? { ...one, endedAt: fact.at } : one,
        ),
      };
  }
}
