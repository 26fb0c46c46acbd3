import type { BusinessDate, ChargeKind, InstalmentComponent, Paise } from '@mohlat/money';
import { type Journal, journal } from './journals.ts';
import type { DayStep, Source } from './source.ts';

/*
 * The journals of a loan's life, in the numbering of the rules. Amounts are paise and never negative; a journal of nothing has
 * no lines. Each function is the only place that names the accounts of its journal.
 */

/** The loan a journal is about, and how often it was taken back to an earlier day. */
export interface LoanName {
  readonly id: string;
  readonly rewoundCount: number;
  readonly status: string;
}

/** What an instalment consists of, or a part of it. */
export type Parts = Readonly<Record<`${InstalmentComponent}Paise`, Paise>>;

/** Of a loan that does not perform, income that was not received stands in suspense. Rule: LEND-D4 */
const isNpa = (loan: LoanName) => loan.status === 'npa';

function onDay(loan: LoanName, step: DayStep, on: BusinessDate): Omit<Journal, 'kind' | 'lines'> {
  const source: Source = { of: 'loan day', loanId: loan.id, step, on, rewoundCount: loan.rewoundCount };
  return { source, loanId: loan.id, effectiveOn: on };
}

function ofRow(loan: LoanName, id: string, on: BusinessDate): Omit<Journal, 'kind' | 'lines'> {
  return {
    source: { of: 'row', id, rewoundCount: loan.rewoundCount },
    loanId: loan.id,
    effectiveOn: on,
  };
}

/** Interest that a loan earned on a day. Rule: LEND-16 journal 10, LEND-D4 */
export function accrual(loan: LoanName, on: BusinessDate, interestPaise: Paise): Journal {
  const credit = isNpa(loan) ? { SUSPENSE: interestPaise } : { INTEREST_INCOME: interestPaise };
  return journal('accrual', onDay(loan, 'accrual', on), {
    debit: { INTEREST_ACCRUED: interestPaise },
    credit,
  });
}

/** An instalment turns from not yet demanded into demanded. Rule: LEND-16 journal 11 */
export function demand(
  loan: LoanName,
  instalment: Parts & { readonly id: string },
  on: BusinessDate,
): Journal {
  const { id, principalPaise, feePaise, interestPaise } = instalment;
  return journal('demand', ofRow(loan, id, on), {
    debit: { PRINCIPAL_DUE: principalPaise, FEE_DUE: feePaise, INTEREST_DUE: interestPaise },
    credit: { PRINCIPAL_NOT_DUE: principalPaise, FEE_NOT_DUE: feePaise, INTEREST_ACCRUED: interestPaise },
  });
}

/** Money held for an instalment is applied as it is demanded. Rule: LEND-16 journals 12 and 27 */
export function earmarkApplied(loan: LoanName, instalmentId: string, on: BusinessDate, held: Parts): Journal {
  const { principalPaise, feePaise, interestPaise } = held;
  const received = isNpa(loan) ? interestPaise : 0;
  return journal('earmark', ofRow(loan, instalmentId, on), {
    debit: { ADVANCE: principalPaise + feePaise + interestPaise, SUSPENSE: received },
    credit: {
      INTEREST_DUE: interestPaise,
      FEE_DUE: feePaise,
      PRINCIPAL_DUE: principalPaise,
      INTEREST_INCOME: received,
    },
  });
}

/** A charge for lateness; it has no id before it is written. Rule: LEND-16 journal 21 */
export function penal(
  loan: LoanName,
  charge: { readonly number: number; readonly lateDays: number; readonly amountPaise: Paise },
  on: BusinessDate,
): Journal {
  const { number, lateDays, amountPaise } = charge;
  const source: Source = { of: 'charge', loanId: loan.id, number, lateDays };
  return journal(
    'penal',
    { source, loanId: loan.id, effectiveOn: on },
    { debit: { PENAL_DUE: amountPaise }, credit: { PENAL_INCOME: amountPaise } },
  );
}

/** A part of a loan that is let off: a component of an instalment or a charge. */
export interface WaivedPart {
  readonly component: InstalmentComponent | ChargeKind;
  readonly amountPaise: Paise;
}

/** What is too little to ask for is let off; what never was income leaves suspense. Rule: LEND-16 journal 22, LEND-9 */
export function tinyWaived(loan: LoanName, on: BusinessDate, parts: readonly WaivedPart[]): Journal {
  const sum = (...components: readonly WaivedPart['component'][]) =>
    parts
      .filter(({ component }) => components.includes(component))
      .reduce((total, { amountPaise }) => total + amountPaise, 0);
  const suspended = isNpa(loan) ? sum('interest', 'bounce', 'penal') : 0;
  const all = sum('interest', 'fee', 'principal', 'bounce', 'penal');
  return journal('waiver', onDay(loan, 'tiny', on), {
    debit: { WAIVED: all - suspended, SUSPENSE: suspended },
    credit: {
      INTEREST_DUE: sum('interest'),
      FEE_DUE: sum('fee'),
      PRINCIPAL_DUE: sum('principal'),
      BOUNCE_DUE: sum('bounce'),
      PENAL_DUE: sum('penal'),
    },
  });
}

/** The loss allowance rises, or falls where `changePaise` is negative. Rule: LEND-16 journal 25, LEND-D7 */
export function allowanceMoved(
  loan: LoanName,
  on: BusinessDate,
  changePaise: number,
  step: 'ecl' | 'ecl released' = 'ecl',
): Journal {
  const amount = Math.abs(changePaise);
  const sides =
    changePaise > 0
      ? { debit: { CREDIT_LOSS: amount }, credit: { LOSS_ALLOWANCE: amount } }
      : { debit: { LOSS_ALLOWANCE: amount }, credit: { CREDIT_LOSS: amount } };
  return journal('ecl', onDay(loan, step, on), sides);
}

/** Income of a loan that was not received. */
export interface Unreceived {
  readonly interestPaise: Paise;
  readonly penalPaise: Paise;
  readonly bouncePaise: Paise;
}

/** The borrower stops performing: income not received goes into suspense. Rule: LEND-16 journal 26, LEND-D4 */
export function npaEntered(loan: LoanName, on: BusinessDate, unreceived: Unreceived): Journal {
  const { interestPaise, penalPaise, bouncePaise } = unreceived;
  return journal('npa', onDay(loan, 'npa', on), {
    debit: { INTEREST_INCOME: interestPaise, PENAL_INCOME: penalPaise, BOUNCE_INCOME: bouncePaise },
    credit: { SUSPENSE: interestPaise + penalPaise + bouncePaise },
  });
}

/** Nothing is past due any more: what is left in suspense is income. Rule: LEND-16 journal 28, LEND-D3 */
export function npaLeft(loan: LoanName, on: BusinessDate, suspensePaise: Paise): Journal {
  return journal('npa_upgrade', onDay(loan, 'npa_upgrade', on), {
    debit: { SUSPENSE: suspensePaise },
    credit: { INTEREST_INCOME: suspensePaise },
  });
}
