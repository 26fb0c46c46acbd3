import type { Payment } from '@mohlat/contract';
import { dueSums } from '../../../lib/due-sums.ts';

/** `agreed` is the lower sum that ends the loan, `both` what is due with its late charges, `charges` those alone, `all` closes the plan. */
export type RepayChoice = 'agreed' | 'next' | 'both' | 'charges' | 'all' | 'other';

/** Picks the sum the first button of a plan pays; undefined when only a typed sum is left to choose. */
export function mainChoice(payment: Payment): RepayChoice | undefined {
  if (payment.settlement !== null) return 'agreed';
  const { chargesPaise, isDemanded } = dueSums(payment);
  if (chargesPaise > 0) return isDemanded ? 'both' : 'charges';
  return payment.nextDue === null ? undefined : 'next';
}

/** Whether one instalment is left: what closes the plan then pays it, for less while it is not due yet. */
export function isLastLeft({ schedule }: Payment): boolean {
  return schedule.filter((row) => row.status !== 'paid').length === 1;
}

type FixedChoice = Exclude<RepayChoice, 'all' | 'other'>;

/** Paise of each choice that is not typed and not everything; undefined where it is not offered. */
export function sumsOf(payment: Payment): Record<FixedChoice, number | undefined> {
  const { chargesPaise, isDemanded, bothPaise } = dueSums(payment);
  const hasCharges = chargesPaise > 0;
  return {
    agreed: payment.settlement?.restPaise,
    // Before it is due an instalment comes after the charges, so it cannot be paid without them.
    next: hasCharges && !isDemanded ? undefined : payment.nextDue?.amountPaise,
    both: hasCharges && payment.nextDue !== null ? bothPaise : undefined,
    charges: hasCharges && !isDemanded ? chargesPaise : undefined,
  };
}

/** The choice an address asks for: `due` is what is due now; a sum that is not offered, or is above an agreed one, gives way to that. */
export function choiceOf(asked: string | null, payment: Payment): RepayChoice | undefined {
  if (asked === 'due') return mainChoice(payment);
  if (asked !== 'next' && asked !== 'both') return undefined;
  if (payment.settlement !== null) return mainChoice(payment);
  return sumsOf(payment)[asked] === undefined ? mainChoice(payment) : asked;
}
