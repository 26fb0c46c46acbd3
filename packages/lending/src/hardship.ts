import type { BusinessDate } from '@mohlat/money';
import type { Hardship } from './borrower.ts';

/** True on a day of a hardship. Its first day does not count, because charges levied that morning stand. Rule: LEND-23 */
export function isInHardship(hardships: readonly Hardship[], day: BusinessDate): boolean {
  return hardships.some(
    ({ fromOn, untilOn, endedOn }) => day > fromOn && day <= untilOn && (endedOn === null || day <= endedOn),
  );
}
