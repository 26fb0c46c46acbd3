import type { BusinessDate, ChargeKind, InstalmentComponent, Paise } from '@mohlat/money';
import type { TaxHeads } from './gst.ts';
import { type Journal, journal } from './journals.ts';
import type { DayStep, Source } from './source.ts';

/*
 * The journals of a loan's life, in the numbering of the rules. Amounts are paise and never negative; zero amounts make
 * no lines. Each function is the only place that names the accounts of its journal.
 */

/** The loan a journal is about, and how often it was taken back to an earlier day. */
export interface LoanName {
  readonly id: string;
  readonly rewoundCount: number;
  readonly status: string;
}

/** The components of an instalment, or of a part of it, in paise. */
export type Parts = Readonly<Record<`${InstalmentComponent}Paise`, Paise>>;

/** True for an NPA loan, whose income not received stands in suspense. Rule: LEND-D4 */
export const isNpa = (loan: LoanName) => loan.status === 'npa';

function onDay(loan: LoanName, step: DayStep, on: BusinessDate): Omit<Journal, 'kind' | 'lines'> {
  const source: Source = { of: 'loan day', loanId: loan.id, step, on, rewoundCount: loan.rewoundCount };
  return { source, loanId: loan.id, effectiveOn: on };
}

/** The name of a journal that a row caused, in the present life of the loan (`rewoundCount`). */
export function ofRow(loan: LoanName, id: string, on: BusinessDate): Omit<Journal, 'kind' | 'lines'> {
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
  const source: Source = { of: 'charge', loanId: loan.id, kind: 'penal', number, lateDays };
  return journal(
    'penal',
    { source, loanId: loan.id, effectiveOn: on },
    { debit: { PENAL_DUE: amountPaise }, credit: { PENAL_INCOME: amountPaise } },
  );
}

/** A charge for a debit that came back unpaid; it has no id before it is written. Rule: LEND-16 journal 16 */
export function bounced(
  loan: LoanName,
  { number, amountPaise }: { readonly number: number; readonly amountPaise: Paise },
  on: BusinessDate,
): Journal {
  const source: Source = { of: 'charge', loanId: loan.id, kind: 'bounce', number, lateDays: 0 };
  return journal(
    'bounce',
    { source, loanId: loan.id, effectiveOn: on },
    { debit: { BOUNCE_DUE: amountPaise }, credit: { BOUNCE_INCOME: amountPaise } },
  );
}

/** A waived part of a loan: a component of an instalment, or a charge. */
export interface WaivedPart {
  readonly component: InstalmentComponent | ChargeKind;
  readonly amountPaise: Paise;
}

/** Waives a tiny balance. Amounts that never were income leave suspense. Rule: LEND-16 journal 22, LEND-9 */
export function tinyWaived(loan: LoanName, on: BusinessDate, parts: readonly WaivedPart[]): Journal {
  const { amounts, suspendedPaise, allPaise } = letOff(loan, parts);
  return journal('waiver', onDay(loan, 'tiny', on), {
    debit: { WAIVED: allPaise - suspendedPaise, SUSPENSE: suspendedPaise },
    credit: amounts,
  });
}

/**
 * A waiver by staff: income already taken becomes an expense, income never taken leaves suspense. A waived fee goes back
 * with its tax, as on an exit.
 * Rule: LEND-16 journal 22, LEND-F2, LEND-F5
 */
export function waived(
  loan: LoanName,
  waiverId: string,
  on: BusinessDate,
  { parts, tax }: { readonly parts: readonly WaivedPart[]; readonly tax: TaxHeads },
): Journal {
  const { amounts, suspendedPaise, allPaise } = letOff(loan, parts);
  const { cgstPaise, sgstPaise, igstPaise } = tax;
  return journal('waiver', ofRow(loan, waiverId, on), {
    debit: {
      WAIVED: allPaise - suspendedPaise - amounts.FEE_DUE,
      SUSPENSE: suspendedPaise,
      FEE_INCOME: amounts.FEE_DUE - cgstPaise - sgstPaise - igstPaise,
      CGST: cgstPaise,
      SGST: sgstPaise,
      IGST: igstPaise,
    },
    credit: amounts,
  });
}

/** The sums of waived parts by account and in all, and the part of them in suspense. */
function letOff(loan: LoanName, parts: readonly WaivedPart[]) {
  const sum = (...components: readonly WaivedPart['component'][]) =>
    parts
      .filter(({ component }) => components.includes(component))
      .reduce((total, { amountPaise }) => total + amountPaise, 0);
  return {
    amounts: {
      INTEREST_DUE: sum('interest'),
      FEE_DUE: sum('fee'),
      PRINCIPAL_DUE: sum('principal'),
      BOUNCE_DUE: sum('bounce'),
      PENAL_DUE: sum('penal'),
    },
    suspendedPaise: isNpa(loan) ? sum('interest', 'bounce', 'penal') : 0,
    allPaise: sum('interest', 'fee', 'principal', 'bounce', 'penal'),
  };
}

/** The balances of a loan in the books, in paise; none is negative. */
export interface BookBalances {
  readonly due: Parts;
  readonly notDue: Parts;
  readonly penalPaise: Paise;
  readonly bouncePaise: Paise;
  /** The part of all balances that is income not received. */
  readonly suspensePaise: Paise;
  /** Money held for instalments not yet demanded. */
  readonly heldPaise: Paise;
  readonly allowancePaise: Paise;
}

/**
 * Writes a loan off: money held for it, suspense and the whole allowance cover its balances; the rest is a loss, and an
 * allowance that was too high comes back.
 * Rule: LEND-16 journal 29, LEND-D5
 */
export function writtenOff(
  loan: LoanName,
  writeOffId: string,
  on: BusinessDate,
  { due, notDue, penalPaise, bouncePaise, suspensePaise, heldPaise, allowancePaise }: BookBalances,
): Journal {
  const owed = {
    PRINCIPAL_NOT_DUE: notDue.principalPaise,
    PRINCIPAL_DUE: due.principalPaise,
    FEE_NOT_DUE: notDue.feePaise,
    FEE_DUE: due.feePaise,
    INTEREST_ACCRUED: notDue.interestPaise,
    INTEREST_DUE: due.interestPaise,
    PENAL_DUE: penalPaise,
    BOUNCE_DUE: bouncePaise,
  };
  const covered = suspensePaise + heldPaise + allowancePaise;
  const lossPaise = Object.values(owed).reduce((sum, amount) => sum + amount, 0) - covered;
  return journal('write_off', ofRow(loan, writeOffId, on), {
    debit: {
      CREDIT_LOSS: Math.max(lossPaise, 0),
      SUSPENSE: suspensePaise,
      ADVANCE: heldPaise,
      LOSS_ALLOWANCE: allowancePaise,
    },
    credit: { ...owed, CREDIT_LOSS: Math.max(-lossPaise, 0) },
  });
}

/** The loss allowance rises, or falls where `changePaise` is negative. Rule: LEND-16 journal 25, LEND-D7 */
export function allowanceMoved(
  loan: LoanName,
  on: BusinessDate,
  changePaise: number,
  step: 'ecl' | 'ecl released' = 'ecl',
): Journal {
  const rise = Math.max(0, changePaise);
  const fall = Math.max(0, -changePaise);
  return journal('ecl', onDay(loan, step, on), {
    debit: { CREDIT_LOSS: rise, LOSS_ALLOWANCE: fall },
    credit: { LOSS_ALLOWANCE: rise, CREDIT_LOSS: fall },
  });
}

/** Income of a loan that was not received, in paise. */
export interface Unreceived {
  readonly interestPaise: Paise;
  readonly penalPaise: Paise;
  readonly bouncePaise: Paise;
}

/** The borrower becomes NPA: income not received goes into suspense. Rule: LEND-16 journal 26, LEND-D4 */
export function npaEntered(loan: LoanName, on: BusinessDate, unreceived: Unreceived): Journal {
  const { interestPaise, penalPaise, bouncePaise } = unreceived;
  return journal('npa', onDay(loan, 'npa', on), {
    debit: { INTEREST_INCOME: interestPaise, PENAL_INCOME: penalPaise, BOUNCE_INCOME: bouncePaise },
    credit: { SUSPENSE: interestPaise + penalPaise + bouncePaise },
  });
}

/** The borrower is no longer NPA: the rest in suspense becomes income. Rule: LEND-16 journal 28, LEND-D3 */
export function npaLeft(loan: LoanName, on: BusinessDate, suspensePaise: Paise): Journal {
  return journal('npa_upgrade', onDay(loan, 'npa_upgrade', on), {
    debit: { SUSPENSE: suspensePaise },
    credit: { INTEREST_INCOME: suspensePaise },
  });
}
