import type { Payment } from '@mohlat/contract';
import { PART_PREPAYMENT_MIN_PAISE, partPrepaymentMax } from '@mohlat/lending';
import { type Paise, paise, sumPaise } from '@mohlat/money';
import { unpaidCharges } from '../../lib/due-sums.ts';

/**
 * The most that may be paid early in part on a day; undefined when it cannot be done: something is due, or money is held for
 * an instalment still to come, or too little is left.
 * Rule: LEND-9 (PART_PREPAY)
 */
export function mostOf(payment: Payment, interestPaise: Paise, asOf: string): Paise | undefined {
  if (payment.plan.kind !== 'emi' || unpaidCharges(payment) > 0) return undefined;
  const later = payment.schedule.filter((row) => row.dueDate > asOf);
  const isDue = payment.schedule.some((row) => row.dueDate <= asOf && row.status !== 'paid');
  if (isDue || later.some((row) => row.paidPaise > 0)) return undefined;
  const principal = sumPaise(later.map((row) => paise(row.principalPaise)));
  const most = partPrepaymentMax(principal, interestPaise);
  return most >= PART_PREPAYMENT_MIN_PAISE ? most : undefined;
}
