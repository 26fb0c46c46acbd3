import type { Payment } from '@mohlat/contract';
import { unpaidCharges } from '../../lib/due-sums.ts';

/** The least that may be paid early, and the least of the bill that must be left. */
export const PART_MIN_PAISE = 50_000;
const LEFT_MIN_PAISE = 100_000;

/**
 * The most that may be paid early in part on a day; undefined when it cannot be done: something is due, or money is held for
 * an instalment still to come, or too little is left.
 * Rule: LEND-9 (PART_PREPAY)
 */
export function mostOf(payment: Payment, interestPaise: number, asOf: string): number | undefined {
  if (payment.plan.kind !== 'emi' || unpaidCharges(payment) > 0) return undefined;
  const later = payment.schedule.filter((row) => row.dueDate > asOf);
  const isDue = payment.schedule.some((row) => row.dueDate <= asOf && row.status !== 'paid');
  if (isDue || later.some((row) => row.paidPaise > 0)) return undefined;
  const principalPaise = later.reduce((sum, row) => sum + row.principalPaise, 0);
  const most = principalPaise - LEFT_MIN_PAISE + interestPaise;
  return most >= PART_MIN_PAISE ? most : undefined;
}
