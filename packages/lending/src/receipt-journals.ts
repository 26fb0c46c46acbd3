import {
  addPaise,
  type BusinessDate,
  type ChargeKind,
  type InstalmentComponent,
  type Paise,
} from '@mohlat/money';
import type { TaxHeads } from './gst.ts';
import { type Journal, journal } from './journals.ts';
import { isNpa, type LoanName, ofRow, type Parts } from './loan-journals.ts';

/*
 * The journals of money from a person, in the numbering of the rules. Amounts are paise and never negative. Each function is the
 * only place that names the accounts of its journal.
 */

/** The account that holds money before it meets a loan. Rule: LEND-16 journals 13, 14, 24, 32 */
export type Clearing = 'CHECKOUT_CLEARING' | 'MANDATE_CLEARING' | 'UNIDENTIFIED' | 'REWARDS';

/** Money that arrived for a loan, and the excess of all its money. */
export interface Arrived {
  readonly repaymentId: string;
  readonly on: BusinessDate;
  readonly from: Clearing;
  readonly amountPaise: Paise;
  readonly excessPaise: Paise;
}

/** Amounts in paise by component of an instalment and kind of charge. */
export type Covered = Readonly<Record<InstalmentComponent | ChargeKind, Paise>>;

const about = (loan: LoanName, { repaymentId, on }: Arrived) => ofRow(loan, repaymentId, on);

const arrived = ({ from, amountPaise }: Arrived): Partial<Record<Clearing, Paise>> => ({
  [from]: amountPaise,
});

const demanded = (covered: Covered) => ({
  INTEREST_DUE: covered.interest,
  FEE_DUE: covered.fee,
  PRINCIPAL_DUE: covered.principal,
  BOUNCE_DUE: covered.bounce,
  PENAL_DUE: covered.penal,
});

const charged = ({ interest, bounce, penal }: Covered) => interest + bounce + penal;
const lent = ({ principal, fee }: Covered) => principal + fee;

/** For an NPA loan, settled amounts leave suspense. Rule: LEND-D4 */
const suspended = (loan: LoanName, settled: Covered) => (isNpa(loan) ? { SUSPENSE: charged(settled) } : {});

/** For an NPA loan, received amounts become income. Rule: LEND-16 journal 27 */
const recognised = (loan: LoanName, settled: Covered, waived?: Covered) =>
  isNpa(loan)
    ? {
        INTEREST_INCOME: settled.interest - (waived?.interest ?? 0),
        BOUNCE_INCOME: settled.bounce - (waived?.bounce ?? 0),
        PENAL_INCOME: settled.penal - (waived?.penal ?? 0),
      }
    : {};

/**
 * A repayment in order: demanded amounts, money held for later ones, excess.
 * Rule: LEND-16 journals 13, 14, 24, 27 and 32
 */
export function repaid(loan: LoanName, money: Arrived, covered: Covered, heldPaise: Paise): Journal {
  return journal('repayment', about(loan, money), {
    debit: { ...arrived(money), ...suspended(loan, covered) },
    credit: {
      ...demanded(covered),
      ADVANCE: heldPaise,
      EXCESS: money.excessPaise,
      ...recognised(loan, covered),
    },
  });
}

/** The amounts of a loan at its closing, in paise. */
export interface Closing {
  /** Money held for instalments; it is spent too. */
  readonly heldPaise: Paise;
  readonly due: Covered;
  readonly notDue: Parts;
  /** The amount that the money does not cover. */
  readonly short: Covered;
  /** True for an agreed lower sum: bill and fee that are short are a loss. Rule: LEND-24 */
  readonly isSettled: boolean;
}

/**
 * Money that closes a loan and clears its accounts. The shortfall is waived. Interest and charges of an NPA loan never
 * were income.
 * Rule: LEND-16 journals 19, 22, 27 and 29
 */
export function closedBy(loan: LoanName, money: Arrived, closing: Closing): Journal {
  const { heldPaise, due, notDue, short, isSettled } = closing;
  const all: Covered = { ...due, interest: addPaise(due.interest, notDue.interestPaise) };
  return journal('repayment', about(loan, money), {
    debit: {
      ...arrived(money),
      ADVANCE: heldPaise,
      WAIVED: (isNpa(loan) ? 0 : charged(short)) + (isSettled ? 0 : lent(short)),
      CREDIT_LOSS: isSettled ? lent(short) : 0,
      ...suspended(loan, all),
    },
    credit: {
      ...demanded(due),
      INTEREST_ACCRUED: notDue.interestPaise,
      FEE_NOT_DUE: notDue.feePaise,
      PRINCIPAL_NOT_DUE: notDue.principalPaise,
      EXCESS: money.excessPaise,
      ...recognised(loan, all, short),
    },
  });
}

/** A part paid early: interest so far, then the bill. Rule: LEND-16 journals 18 and 27 */
export function partPrepaid(
  loan: LoanName,
  money: Arrived,
  { interestPaise, principalPaise }: Pick<Parts, 'interestPaise' | 'principalPaise'>,
): Journal {
  const suspendedPaise = isNpa(loan) ? interestPaise : 0;
  return journal('repayment', about(loan, money), {
    debit: { ...arrived(money), SUSPENSE: suspendedPaise },
    credit: {
      INTEREST_ACCRUED: interestPaise,
      PRINCIPAL_NOT_DUE: principalPaise,
      INTEREST_INCOME: suspendedPaise,
      EXCESS: money.excessPaise,
    },
  });
}

/** The amounts that a cooling-off exit gives back and charges, in paise. */
export interface Leaving extends TaxHeads {
  readonly heldPaise: Paise;
  readonly billPaise: Paise;
  readonly feePaise: Paise;
  /** The part of bill and fee that fell due, unpaid, and its interest. */
  readonly due: Parts;
  /** Interest of what is not due in the books when the day begins. */
  readonly accruedPaise: Paise;
  /** For the days used. */
  readonly chargePaise: Paise;
  /** The part of bill and charge that the money does not cover. */
  readonly shortPaise: Paise;
}

/** A cooling-off exit. Only the checkout takes money for it. Rule: LEND-8, LEND-16 journal 20 */
export function exited(loan: LoanName, money: Arrived, leaving: Leaving): Journal {
  const { billPaise, feePaise, due, accruedPaise, cgstPaise, sgstPaise, igstPaise } = leaving;
  const interestPaise = addPaise(accruedPaise, due.interestPaise);
  return journal('exit', about(loan, money), {
    debit: {
      CHECKOUT_CLEARING: money.amountPaise,
      ADVANCE: leaving.heldPaise,
      FEE_INCOME: feePaise - cgstPaise - sgstPaise - igstPaise,
      CGST: cgstPaise,
      SGST: sgstPaise,
      IGST: igstPaise,
      WAIVED: leaving.shortPaise,
      ...(isNpa(loan) ? { SUSPENSE: interestPaise } : { INTEREST_INCOME: interestPaise }),
    },
    credit: {
      PRINCIPAL_NOT_DUE: billPaise - due.principalPaise,
      FEE_NOT_DUE: feePaise - due.feePaise,
      PRINCIPAL_DUE: due.principalPaise,
      FEE_DUE: due.feePaise,
      INTEREST_DUE: due.interestPaise,
      INTEREST_INCOME: leaving.chargePaise,
      INTEREST_ACCRUED: accruedPaise,
      EXCESS: money.excessPaise,
    },
  });
}

/** Money for a loan that was written off. Rule: LEND-16 journal 30 */
export function recovered(loan: LoanName, money: Arrived, recoveredPaise: Paise): Journal {
  return journal('recovery', about(loan, money), {
    debit: arrived(money),
    credit: { RECOVERY_INCOME: recoveredPaise, EXCESS: money.excessPaise },
  });
}
