import { addDays, daysBetween, type BusinessDate } from './calendar.ts';
import { unpaidOfCharge, unpaidOfInstalment, type LoanState } from './loan-state.ts';

/** Best to worst. */
export const ASSET_CLASSES = ['STD', 'SMA0', 'SMA1', 'SMA2', 'NPA'] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

/** From this count at close a loan may be written off. Rule: LEND-D5 */
export const WRITE_OFF_DPD = 181;

const CHARGE_GRACE_DAYS = 15;

/**
 * The day from which an unpaid charge counts as overdue: the next instalment's due date after the levy or 15
 * days after the levy, whichever is later.
 * Rule: LEND-L7
 */
export function chargeOverdueOn(leviedOn: BusinessDate, dueDates: readonly BusinessDate[]): BusinessDate {
  const graceEndsOn = addDays(leviedOn, CHARGE_GRACE_DAYS);
  const nextDueOn = dueDates.filter((dueOn) => dueOn > leviedOn).toSorted()[0];
  return nextDueOn !== undefined && nextDueOn > graceEndsOn ? nextDueOn : graceEndsOn;
}

/** The oldest day on which something fell due that is unpaid at the close of a day. Rule: LEND-D1 */
export function oldestUnpaidDueOn(loan: LoanState, on: BusinessDate): BusinessDate | undefined {
  const dueDates = loan.instalments.map((instalment) => instalment.dueOn);
  const unpaid = loan.instalments
    .filter((instalment) => unpaidOfInstalment(instalment) > 0)
    .map((instalment) => instalment.dueOn);
  const overdueCharges = loan.charges
    .filter((charge) => unpaidOfCharge(charge) > 0)
    .map((charge) => chargeOverdueOn(charge.leviedOn, dueDates));
  return [...unpaid, ...overdueCharges].filter((dueOn) => dueOn <= on).toSorted()[0];
}

/**
 * Days past due at the close of a day; the close of the due date itself is day 1.
 * Rule: LEND-D1
 */
export function dpdAtClose(loan: LoanState, on: BusinessDate): number {
  const oldest = oldestUnpaidDueOn(loan, on);
  return oldest === undefined ? 0 : daysBetween(oldest, on) + 1;
}

/** The class by the number alone. Rule: LEND-12 */
export function classOfDpd(dpd: number): AssetClass {
  if (dpd === 0) return 'STD';
  if (dpd <= 30) return 'SMA0';
  if (dpd <= 60) return 'SMA1';
  return dpd <= 90 ? 'SMA2' : 'NPA';
}

/** The worst class binds all loans of a borrower. Rule: LEND-D2 */
export function worstClass(classes: readonly AssetClass[]): AssetClass {
  const worst = Math.max(0, ...classes.map((assetClass) => ASSET_CLASSES.indexOf(assetClass)));
  return ASSET_CLASSES[worst] ?? 'STD';
}

/**
 * The borrower's class at a close, from the class before and every live loan's days past due. NPA ends only
 * when all arrears are paid; the other classes follow the number daily.
 * Rule: LEND-D2, LEND-D3
 */
export function nextBorrowerClass(before: AssetClass, dpds: readonly number[]): AssetClass {
  const worst = worstClass(dpds.map((dpd) => classOfDpd(dpd)));
  return before === 'NPA' && worst !== 'STD' ? 'NPA' : worst;
}
