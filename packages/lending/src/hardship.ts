import type { BusinessDate } from '@mohlat/money';
import type { Hardship } from './borrower.ts';

type HardshipDays = Pick<Hardship, 'fromOn' | 'untilOn' | 'endedOn'>;

/**
 * True on the days of a hardship, the first and the last among them. Contact rests then, and no charge is levied for a debit
 * that is returned. Rule: LEND-23
 */
export function isLasting({ fromOn, untilOn, endedOn }: HardshipDays, day: BusinessDate): boolean {
  return fromOn <= day && day <= untilOn && (endedOn === null || day <= endedOn);
}

/** True where one of these hardships lasts on a day. Rule: LEND-23 */
export function isInHardship(hardships: readonly Hardship[], day: BusinessDate): boolean {
  return hardships.some((one) => isLasting(one, day));
}

/**
 * True at the opening of a day that comes after a hardship was told: no late charge is levied there, also where the close is
 * days behind. What was opened before stands, late charges of that morning too, and a replay of the day levies them again.
 * Rule: LEND-23
 */
export function isInHardshipAtOpening(hardships: readonly Hardship[], day: BusinessDate): boolean {
  return hardships.some(
    ({ openedOn, untilOn, endedOn }) =>
      openedOn < day && isLasting({ fromOn: openedOn, untilOn, endedOn }, day),
  );
}

/**
 * True where a hardship promised that no late charge comes on some day after one. Money that is heard of late may end it earlier than
 * its owner was told, and a replay of its days brings none all the same. Rule: LEND-23, LEND-W6
 */
export function isPromisedAfter(hardships: readonly Hardship[], on: BusinessDate): boolean {
  return hardships.some(({ openedOn, untilOn, endedOn }) => {
    const lastOn = endedOn !== null && endedOn < untilOn ? endedOn : untilOn;
    return openedOn < lastOn && on < lastOn;
  });
}
