import type { Payment } from '@mohlat/contract';

/** What a closed payment came to; paise. */
export interface Repaid {
  readonly interestPaise: number;
  readonly totalPaise: number;
  /** Against the agreed total; zero when nothing was saved. */
  readonly savedPaise: number;
}

/** What was really repaid; undefined while the payment runs, when what was agreed is what counts. */
export function repaidOf(payment: Payment): Repaid | undefined {
  if (payment.status !== 'completed') return undefined;
  const totalPaise = payment.schedule.reduce((sum, row) => sum + row.paidPaise, 0);
  const interestPaise = totalPaise - payment.amountPaise - payment.serviceFeePaise;
  if (interestPaise < 0) return undefined;
  return { interestPaise, totalPaise, savedPaise: Math.max(0, payment.totalAmountPaise - totalPaise) };
}

/** The schedule as it is shown: an instalment closed early shows what it took, the interest not earned left out. */
export function shownSchedule(payment: Payment): Payment['schedule'] {
  if (repaidOf(payment) === undefined) return payment.schedule;
  return payment.schedule.map((row) => ({
    ...row,
    amountPaise: row.paidPaise,
    interestPaise: Math.max(0, row.paidPaise - row.principalPaise - row.feePaise),
  }));
}
