import type { Payment } from '@mohlat/contract';
import { PART_PREPAYMENT_MIN_PAISE, partPrepaymentMax } from '@mohlat/lending';
import { type Paise, paise, sumPaise } from '@mohlat/money';
import { unpaidCharges } from '../../../lib/due-sums.ts';

/**
 * The most that may be paid early in part on a day; undefined when it cannot be done: something is due, or money is held for
 * an instalment still to come, or too little is left.
 * Rule: LEND-9 (PART_PREPAY)
 */
export function mostOf(payment: Payment, interestPaise: Paise, asOf: string): Paise | undefined {
  if (payment.plan.kind !== 'emi' || unpaidCharges(payment) > 0) return undefined;
  // Interest and demands of the plan go by the agreed days, also where a freeze put off the day to pay.
  const rows = payment.schedule.map((row) => ({ ...row, agreedDate: row.agreedDate ?? row.dueDate }));
  const later = rows.filter((row) => row.agreedDate > asOf);
  const isDue = rows.some((row) => row.agreedDate <= asOf && row.status !== 'paid');
  if (isDue || later.some((row) => row.paidPaise > 0)) return undefined;
  const principal = sumPaise(later.map((row) => paise(row.principalPaise)));
  const most = partPrepaymentMax(principal, interestPaise);
  return most >= PART_PREPAYMENT_MIN_PAISE ? most : undefined;
}

/**
 * The day from which a part may be paid early again; undefined where nothing is held for an instalment still to come, that one is
 * not paid in full, or too little is left after it.
 * Rule: LEND-9 (PART_PREPAY)
 */
export function againFrom(payment: Payment, asOf: string): string | undefined {
  if (payment.plan.kind !== 'emi' || unpaidCharges(payment) > 0) return undefined;
  if (payment.schedule.some((row) => row.dueDate <= asOf && row.status !== 'paid')) return undefined;
  const ahead = payment.schedule.filter((row) => row.dueDate > asOf && row.paidPaise > 0);
  const last = ahead.at(-1);
  if (last === undefined || ahead.some((row) => row.status !== 'paid')) return undefined;
  const later = payment.schedule.filter((row) => row.dueDate > last.dueDate);
  const most = partPrepaymentMax(sumPaise(later.map((row) => paise(row.principalPaise))), paise(0));
  return most >= PART_PREPAYMENT_MIN_PAISE ? last.dueDate : undefined;
}
