import type { BusinessDate } from '@mohlat/money';
import type { Hardship } from './borrower.ts';

/** The day a hardship is told on is not one: what was levied that morning stands. Rule: LEND-23 */
export function isInHardship(hardships: readonly Hardship[], day: BusinessDate): boolean {
  return hardships.some(
    ({ fromOn, untilOn, endedOn }) => day > fromOn && day <= untilOn && (endedOn === null || day <= endedOn),
  );
}
