import type { Payment } from '@mohlat/contract';

/** What a closed payment came to; paise. */
export interface Repaid {
  /** Zero when the payment was cancelled: the fee was given back. */
  readonly serviceFeePaise: number;
  readonly interestPaise: number;
  readonly totalPaise: number;
  /** Against the agreed total; zero when nothing was saved. */
  readonly savedPaise: number;
}

/** What was really repaid; undefined while the payment runs, when what was agreed is what counts. */
export function repaidOf(payment: Payment): Repaid | undefined {
  if (payment.status !== 'completed') return undefined;
  const { amountPaise, serviceFeePaise, ending } = payment;
  if (ending?.kind === 'cancelled') {
    const interestPaise = ending.chargePaise;
    return { serviceFeePaise: 0, interestPaise, totalPaise: amountPaise + interestPaise, savedPaise: 0 };
  }
  const totalPaise = payment.schedule.reduce((sum, row) => sum + row.paidPaise, 0);
  const interestPaise = totalPaise - amountPaise - serviceFeePaise;
  if (interestPaise < 0) return undefined;
  return {
    serviceFeePaise,
    interestPaise,
    totalPaise,
    savedPaise: Math.max(0, payment.totalAmountPaise - totalPaise),
  };
}

/**
 * The schedule as it is shown: an instalment closed early shows what it took, the interest not earned left out. Of a
 * cancelled payment there is none.
 */
export function shownSchedule(payment: Payment): Payment['schedule'] {
  if (payment.ending?.kind === 'cancelled') return [];
  if (repaidOf(payment) === undefined) return payment.schedule;
  return payment.schedule.map((row) => ({
    ...row,
    amountPaise: row.paidPaise,
    interestPaise: Math.max(0, row.paidPaise - row.principalPaise - row.feePaise),
  }));
}
