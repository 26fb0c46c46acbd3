import type { BusinessDate } from './calendar.ts';
import type { ScheduleRow } from './emi.ts';
import { addPaise, subtractPaise, sumPaise, ZERO_PAISE, type Paise } from './paise.ts';

/** The parts of an instalment, and what repayments have covered of each. */
export interface InstalmentSums extends Pick<ScheduleRow, 'principalPaise' | 'feePaise' | 'interestPaise'> {
  readonly paidPrincipalPaise: Paise;
  readonly paidFeePaise: Paise;
  readonly paidInterestPaise: Paise;
}

/** An instalment with what repayments have covered; on one not yet due these are earmarks. */
export interface InstalmentState extends Omit<ScheduleRow, 'amountPaise'>, InstalmentSums {
  /** Where a freeze moves it: the day it is demanded on, or null while that is not known. Left out: its due date. */
  readonly demandedOn?: BusinessDate | null;
}

export const CHARGE_KINDS = ['bounce', 'penal'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

export interface ChargeSums {
  readonly amountPaise: Paise;
  readonly paidPaise: Paise;
  readonly waivedPaise: Paise;
}

export interface ChargeState extends ChargeSums {
  readonly id: string;
  readonly kind: ChargeKind;
  readonly leviedOn: BusinessDate;
}

export interface LoanState {
  readonly instalments: readonly InstalmentState[];
  readonly charges: readonly ChargeState[];
}

/** Its instalments are the whole schedule in force, paid rows too: they say when the next period begins. */
export interface DatedLoan extends LoanState {
  /** The business date on which the bill was paid. */
  readonly anchorOn: BusinessDate;
  /** The day of the latest part-prepayment, where the period under way began again. */
  readonly restartedOn?: BusinessDate;
}

/** A schedule row of which nothing has been paid. */
export function unpaidInstalment(row: ScheduleRow): InstalmentState {
  return {
    number: row.number,
    dueOn: row.dueOn,
    principalPaise: row.principalPaise,
    feePaise: row.feePaise,
    interestPaise: row.interestPaise,
    paidPrincipalPaise: ZERO_PAISE,
    paidFeePaise: ZERO_PAISE,
    paidInterestPaise: ZERO_PAISE,
  };
}

/** An instalment is demanded from the opening of its due date, or of the day that a freeze leaves. Rule: LEND-X10 */
export function isDemanded({ dueOn, demandedOn = dueOn }: InstalmentState, asOf: BusinessDate): boolean {
  return demandedOn !== null && demandedOn <= asOf;
}

export function byNumber(instalments: readonly InstalmentState[]): InstalmentState[] {
  return instalments.toSorted((a, b) => a.number - b.number);
}

export const INSTALMENT_COMPONENTS = ['principal', 'fee', 'interest'] as const;
export type InstalmentComponent = (typeof INSTALMENT_COMPONENTS)[number];

export function unpaidComponent(instalment: InstalmentState, component: InstalmentComponent): Paise {
  switch (component) {
    case 'principal':
      return subtractPaise(instalment.principalPaise, instalment.paidPrincipalPaise);
    case 'fee':
      return subtractPaise(instalment.feePaise, instalment.paidFeePaise);
    case 'interest':
      return subtractPaise(instalment.interestPaise, instalment.paidInterestPaise);
  }
}

export function unpaidOfInstalment(instalment: InstalmentSums): Paise {
  const { principalPaise, feePaise, interestPaise } = instalment;
  return subtractPaise(
    addPaise(addPaise(principalPaise, feePaise), interestPaise),
    paidOfInstalment(instalment),
  );
}

export function paidOfInstalment(instalment: InstalmentSums): Paise {
  const { paidPrincipalPaise, paidFeePaise, paidInterestPaise } = instalment;
  return addPaise(addPaise(paidPrincipalPaise, paidFeePaise), paidInterestPaise);
}

export function unpaidOfCharge(charge: ChargeSums): Paise {
  return subtractPaise(charge.amountPaise, addPaise(charge.paidPaise, charge.waivedPaise));
}

export function unpaidCharges(charges: readonly ChargeSums[]): Paise {
  return sumPaise(charges.map((charge) => unpaidOfCharge(charge)));
}

/** Everything owed on the schedule and in charges: the most a repayment may be. Rule: LEND-9 */
export function outstandingOf(loan: LoanState): Paise {
  return addPaise(
    sumPaise(loan.instalments.map((instalment) => unpaidOfInstalment(instalment))),
    unpaidCharges(loan.charges),
  );
}

/** Computes the amount a borrower must pay by now: demanded instalments and charges. */
export function demandedUnpaid(loan: LoanState, asOf: BusinessDate): Paise {
  const demanded = loan.instalments.filter((instalment) => isDemanded(instalment, asOf));
  return outstandingOf({ instalments: demanded, charges: loan.charges });
}

/** Where the interest of an instalment begins: the due date before it, or the anchor. */
export function monthStart(loan: DatedLoan, instalment: InstalmentState): BusinessDate {
  const before = loan.instalments.filter((other) => other.number < instalment.number);
  return byNumber(before).at(-1)?.dueOn ?? loan.anchorOn;
}

/** Where its accrual begins: as the month, or later when a part-prepayment began the period again. */
export function accrualStart(loan: DatedLoan, instalment: InstalmentState): BusinessDate {
  const start = monthStart(loan, instalment);
  const restart = loan.restartedOn;
  return restart !== undefined && restart > start && restart < instalment.dueOn ? restart : start;
}
