import { HARDSHIP_DAYS_MAX } from '@mohlat/contract';
import { isLasting } from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';

/** The number of days on which reminders and new late charges rest, the day it is told included. Rule: LEND-23. */
export const HARDSHIP_DAYS = 30;
/** From so many days before a due date on it can be told. */
export const SOON_DAYS = 15;
/** Before so many days are over, a person looks for a way instead. */
export const AGAIN_DAYS = 90;

export interface HardshipFacts {
  readonly isLive: boolean;
  /** The due date of the oldest instalment that is not fully paid, or the day by which a charge is paid; null when there is neither. */
  readonly nextDueOn: BusinessDate | null;
  /** The first day of the newest hardship, whether it lasts or not; null when there was none. */
  readonly lastFromOn: BusinessDate | null;
  /** The last day of the loan that is closed; null where its days are not counted. */
  readonly closedThroughOn: BusinessDate | null;
}

export type HardshipRefusal = 'payment_not_payable' | 'hardship_too_early' | 'hardship_told_lately';

/** Why it cannot be told on a day; null when it can. */
export function hardshipRefusal(facts: HardshipFacts, today: BusinessDate): HardshipRefusal | null {
  if (!facts.isLive || facts.nextDueOn === null) return 'payment_not_payable';
  if (facts.nextDueOn > addDays(today, SOON_DAYS)) return 'hardship_too_early';
  if (facts.lastFromOn !== null && addDays(facts.lastFromOn, AGAIN_DAYS) > today)
    return 'hardship_told_lately';
  return null;
}

/**
 * The newest day of the loan that is opened, of a hardship told today: today, or a day before it after midnight and where the
 * close is behind. The openings still to come levy no late charge. Rule: LEND-23
 */
export function openedOf({ closedThroughOn }: HardshipFacts, today: BusinessDate): BusinessDate {
  const openedOn = closedThroughOn === null ? today : addDays(closedThroughOn, 1);
  return openedOn < today ? openedOn : today;
}

/** The last day of one that begins on a day. */
export function lastDayOf(fromOn: BusinessDate): BusinessDate {
  return addDays(fromOn, HARDSHIP_DAYS - 1);
}

export interface Lasting {
  readonly fromOn: BusinessDate;
  readonly untilOn: BusinessDate;
  readonly endedOn: BusinessDate | null;
}

/**
 * The last day to which staff may make one longer; null where it is over, or as long as may be. What is over is not begun
 * again: charges of the days between stand. Rule: LEND-23.
 */
export function extensibleUntil(one: Lasting, today: BusinessDate): BusinessDate | null {
  const last = addDays(one.fromOn, HARDSHIP_DAYS_MAX - 1);
  return isLasting(one, today) && one.untilOn < last ? last : null;
}

/** Why one cannot be made longer until a day; null where it can. */
export function extensionRefusal(
  one: Lasting,
  untilOn: string,
  today: BusinessDate,
): 'hardship_over' | 'hardship_extension_day' | null {
  if (!isLasting(one, today)) return 'hardship_over';
  const last = extensibleUntil(one, today);
  return last === null || untilOn <= one.untilOn || untilOn > last ? 'hardship_extension_day' : null;
}
