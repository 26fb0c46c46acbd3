import { addPaise, type BusinessDate } from '@mohlat/money';
import { after } from '../after.ts';
import type { Borrower, Loan } from '../borrower.ts';
import type { Journal } from '../journals.ts';
import { loanBooked } from '../loan-booked.ts';
import { receipt } from '../receive.ts';
import type { Money } from '../received.ts';
import { type LoanTerms, newLoan } from './terms.ts';

/** Something that happened, with all amounts: lives are made of deeds, and can be lived again elsewhere. */
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
  /** The bank was asked for a debit; instants are milliseconds since the epoch. */
  | {
      readonly deed: 'presented';
      readonly number: number;
      readonly at: number;
      readonly answerByOn: BusinessDate;
    }
  | { readonly deed: 'answered'; readonly number: number; readonly at: number }
);

/** A borrower after a deed, and the journals of the deed. */
export interface Happened {
  readonly borrower: Borrower;
  readonly journals: readonly Journal[];
}

/** Lets a deed happen to a borrower whose days before it are closed. */
export function happen(borrower: Borrower, deed: Deed): Happened {
  switch (deed.deed) {
    case 'lent':
      return lend(borrower, deed.terms);
    case 'paid': {
      const { journals, changes } = receipt(borrower, deed.money);
      return { borrower: after(borrower, changes), journals };
    }
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

type Fact = Exclude<Deed, { deed: 'lent' | 'paid' }>;

/** What a fact without money adds to what is known of a loan. */
function learned({ hardships, freezes, debits }: Loan, fact: Fact): Partial<Loan> {
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
    case 'answered':
      return {
        debits: debits.map((one) =>
          one.number === fact.number && one.endedAt === null ? { ...one, endedAt: fact.at } : one,
        ),
      };
  }
}
