import type { Payment } from '@mohlat/contract';

/** The final cost of a closed payment; paise. */
export interface Repaid {
  /** Zero when the payment was cancelled: the fee was given back. */
  readonly serviceFeePaise: number;
  readonly interestPaise: number;
  /** For lateness and returned debits. */
  readonly chargesPaise: number;
  /** Let off of the fee and the interest, which are named in full. */
  readonly waivedPaise: number;
  /** All of these and the bill, without what was waived. */
  readonly totalPaise: number;
  /** Against the agreed total; zero when nothing was saved. */
  readonly savedPaise: number;
}

/** The sums that were really repaid; undefined while the payment runs, when the agreed sums count. */
export function repaidOf(payment: Payment): Repaid | undefined {
  if (payment.status !== 'completed') return undefined;
  const { amountPaise, serviceFeePaise, ending } = payment;
  // A settlement is for a lower sum: the agreed total is no measure of it.
  if (ending?.kind === 'settled') return undefined;
  const chargesPaise = payment.charges.reduce((sum, charge) => sum + charge.paidPaise, 0);
  if (ending?.kind === 'cancelled') {
    const interestPaise = ending.chargePaise;
    const totalPaise = amountPaise + interestPaise + chargesPaise;
    return { serviceFeePaise: 0, interestPaise, chargesPaise, waivedPaise: 0, totalPaise, savedPaise: 0 };
  }
  const waivedPaise = waivedOf(payment);
  const scheduledPaise = paidSoFar(payment) + waivedPaise;
  const interestPaise = scheduledPaise - amountPaise - serviceFeePaise;
  if (interestPaise < 0) return undefined;
  return {
    serviceFeePaise,
    interestPaise,
    chargesPaise,
    waivedPaise,
    totalPaise: scheduledPaise + chargesPaise - waivedPaise,
    savedPaise: Math.max(0, payment.totalAmountPaise - scheduledPaise),
  };
}

/** Paise that were let off of instalments; a schedule counts them as paid. */
export function waivedOf({ waived }: Pick<Payment, 'waived'>): number {
  return waived.reduce((sum, one) => sum + one.amountPaise, 0);
}

/** Paise repaid of the bill, the fee and interest, parts paid early included; charges are not, nor what was waived. */
export function paidSoFar({ partPrepayments, schedule, waived }: Payment): number {
  const early = partPrepayments.reduce((sum, one) => sum + one.amountPaise, 0);
  return schedule.reduce((sum, row) => sum + row.paidPaise, early) - waivedOf({ waived });
}

/** The cost of a payment while it runs: as agreed, or less once a part was paid early or waived. */
export function costOf(payment: Payment): Pick<Repaid, 'interestPaise' | 'waivedPaise' | 'totalPaise'> {
  const { amountPaise, serviceFeePaise, partPrepayments, schedule } = payment;
  const waivedPaise = waivedOf(payment);
  const early = partPrepayments.reduce((sum, one) => sum + one.amountPaise, 0);
  const grossPaise =
    partPrepayments.length === 0
      ? payment.totalAmountPaise
      : schedule.reduce((sum, row) => sum + row.amountPaise, early);
  return {
    interestPaise: grossPaise - amountPaise - serviceFeePaise,
    waivedPaise,
    totalPaise: grossPaise - waivedPaise,
  };
}

/**
 * The schedule as it is shown: an instalment closed early shows what it took, the interest not earned left out. Of a
 * cancelled payment there is none, nor of one that was settled for a lower sum: its rows were not paid as they say.
 */
export function shownSchedule(payment: Payment): Payment['schedule'] {
  if (payment.ending?.kind === 'cancelled' || payment.ending?.kind === 'settled') return [];
  if (repaidOf(payment) === undefined) return payment.schedule;
  return payment.schedule.map((row) => ({
    ...row,
    amountPaise: row.paidPaise,
    interestPaise: Math.max(0, row.paidPaise - row.principalPaise - row.feePaise),
  }));
}
