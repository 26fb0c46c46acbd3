import type { Payment } from '@mohlat/contract';
import { type ChargeSums, paise, unpaidCharges as sumUnpaid } from '@mohlat/money';

/** The sums of a charge, as the rules of money take them. */
export function sumsOfCharge(charge: Payment['charges'][number]): ChargeSums {
  return {
    amountPaise: paise(charge.amountPaise),
    paidPaise: paise(charge.paidPaise),
    waivedPaise: paise(charge.waivedPaise),
  };
}

/**
 * Paise of charges for lateness and returned debits that are still to be paid: part of what is owed, of no instalment. Of a frozen
 * loan none is asked for, nor of one that has ended.
 */
export function unpaidCharges({
  charges,
  outstandingPaise,
  frozen = null,
}: Pick<Payment, 'charges' | 'outstandingPaise'> & Partial<Pick<Payment, 'frozen'>>): number {
  return frozen === null && outstandingPaise > 0 ? sumUnpaid(charges.map(sumsOfCharge)) : 0;
}

/** The sums to be paid of one payment at this moment; paise. */
export interface DueSums {
  readonly chargesPaise: number;
  /** Every instalment that is due or overdue; the next one when none is yet. */
  readonly instalmentsPaise: number;
  /** The number of these instalments. */
  readonly count: number;
  /** Money goes to these before it goes to charges; to an instalment not yet due it goes after them. Rule: LEND-W2 */
  readonly isDemanded: boolean;
  /** Instalments and charges together, never more than is owed. */
  readonly bothPaise: number;
}

/** Whether a row of the schedule is the one that is due next: after a freeze two may be due on one day. */
export function isNextDue(
  { number }: Pick<Payment['schedule'][number], 'number'>,
  nextDue: Payment['nextDue'],
): boolean {
  return nextDue?.number === number;
}

export function dueSums(payment: Payment): DueSums {
  const { nextDue, outstandingPaise, schedule } = payment;
  const chargesPaise = unpaidCharges(payment);
  const demanded = schedule.filter((row) => row.status === 'due' || row.status === 'overdue');
  const others = demanded.filter((row) => !isNextDue(row, nextDue));
  const instalmentsPaise = others.reduce(
    (sum, row) => sum + row.amountPaise - row.paidPaise,
    nextDue?.amountPaise ?? 0,
  );
  return {
    chargesPaise,
    instalmentsPaise,
    count: others.length + (nextDue === null ? 0 : 1),
    isDemanded: demanded.length > 0,
    bothPaise: Math.min(instalmentsPaise + chargesPaise, outstandingPaise),
  };
}
