import { addDays, type BusinessDate } from './calendar.ts';
import { earliestOf } from './ends-of-days.ts';

/** Best to worst. */
export const ASSET_CLASSES = ['STD', 'SMA0', 'SMA1', 'SMA2', 'NPA'] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

const CHARGE_GRACE_DAYS = 15;

/**
 * The day from which an unpaid charge counts as overdue: the next instalment's due date after the levy or 15
 * days after the levy, whichever is later.
 * Rule: LEND-L7
 */
export function chargeOverdueOn(leviedOn: BusinessDate, dueDates: readonly BusinessDate[]): BusinessDate {
  const graceEndsOn = addDays(leviedOn, CHARGE_GRACE_DAYS);
  const nextDueOn = earliestOf(dueDates.filter((dueOn) => dueOn > leviedOn));
  return nextDueOn !== undefined && nextDueOn > graceEndsOn ? nextDueOn : graceEndsOn;
}

/** The first days past due of SMA1, SMA2 and NPA. Rule: LEND-12 */
export const CLASS_FROM_DPD = [31, 61, 91] as const;

/** The class by the number alone. Rule: LEND-12 */
export function classOfDpd(dpd: number): AssetClass {
  const [sma1, sma2, npa] = CLASS_FROM_DPD;
  if (dpd === 0) return 'STD';
  if (dpd < sma1) return 'SMA0';
  if (dpd < sma2) return 'SMA1';
  return dpd < npa ? 'SMA2' : 'NPA';
}
