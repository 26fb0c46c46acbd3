import { addPaise, type BusinessDate } from '@mohlat/money';
import { after } from '../after.ts';
import type { Agreement, Borrower, Loan } from '../borrower.ts';
import { type Decision, NOTHING, type RowChange } from '../decision.ts';
import type { Journal } from '../journals.ts';
import { loanBooked } from '../loan-booked.ts';
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
  /** The day it is heard of; only money is heard of later than it counts. */
  readonly heardOn: BusinessDate;
  /** Deeds of one day happen in this order. */
  readonly turn: number;
} & (
  | { readonly deed: 'lent'; readonly terms: LoanTerms }
  | { readonly deed: 'paid'; readonly money: Money }
  | { readonly deed: 'told hardship'; readonly hardshipId: string; readonly untilOn: BusinessDate }
  | { readonly deed: 'frozen' | 'thawed' }
  /** A debit was presented; instants are milliseconds since the epoch. */
  | {
      readonly deed: 'presented';
      readonly number: number;
      readonly at: number;
      readonly answerByOn: BusinessDate;
    }
  | { readonly deed: 'answered'; readonly number: number; readonly at: number }
  /** The charge for a returned debit: a fact that a replay leaves standing. */
  | { readonly deed: 'bounced'; readonly charge: BounceCharge }
  /** A decision of staff about a loan. */
  | { readonly deed: 'waived'; readonly waiver: Waiver }
  | { readonly deed: 'agreed'; readonly agreement: Agreement }
  | { readonly deed: 'written off'; readonly writeOffId: string }
);

/** A borrower after a deed, and the journals of the deed. */
export interface Happened {
  readonly borrower: Borrower;
  readonly journals: readonly Journal[];
}

/** Applies a deed to a borrower whose days before it are closed. */
export function happen(borrower: Borrower, deed: Deed): Happened {
  switch (deed.deed) {
    case 'lent':
      return lend(borrower, deed.terms);
    case 'paid': {
      const { journals, changes } = receipt(borrower, deed.money);
      return { borrower: after(borrower, changes), journals };
    }
    case 'bounced':
      return decided(borrower, deed, (loan) => ({
        ...NOTHING,
        journals: [bounced(loan, deed.charge, deed.on)],
        changes: [{ change: 'charge_levied', loanId: loan.id, ...deed.charge }],
      }));
    case 'waived':
      return decided(borrower, deed, (loan) => waive(loan, deed.waiver));
    case 'written off':
      return decided(borrower, deed, (loan) => writeOff(loan, { id: deed.writeOffId, effectiveOn: deed.on }));
    default: {
      const change = (loan: Loan) =>
        loan.id === deed.loanId ? { ...loan, ...learned(loan, deed), nextOn: null } : loan;
      return { borrower: { ...borrower, loans: borrower.loans.map(change) }, journals: [] };
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
  };
}

/** Applies a decision about one loan; its next day is computed anew. */
function decided(borrower: Borrower, { loanId }: Deed, rule: (loan: Loan) => Decision): Happened {
  const loan = borrower.loans.find(({ id }) => id === loanId);
  if (loan === undefined) throw new RangeError(`No loan ${loanId}`);
  const { journals, changes } = rule(loan);
  const then = after(borrower, changes);
  const loans = then.loans.map((one) => (one.id === loanId ? { ...one, nextOn: null } : one));
  return { borrower: { ...then, loans }, journals };
}

type Fact = Exclude<Deed, { deed: 'lent' | 'paid' | 'bounced' | 'waived' | 'written off' }>;

/** Adds a fact without money to the state of a loan. */
function learned({ hardships, freezes, debits, agreements }: Loan, fact: Fact): Partial<Loan> {
  switch (fact.deed) {
    case 'told hardship': {
      const told = { id: fact.hardshipId, fromOn: fact.on, untilOn: fact.untilOn, endedOn: null };
      return { hardships: [...hardships, told] };
    }
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
