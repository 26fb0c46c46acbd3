import type { AnswerOf, getSchedule, Mandate, Payment } from '@mohlat/contract';
import { askedDebit, comingDebit, mandateOf } from '../../../lib/autopay.ts';
import { type DueSums, dueSums } from '../../../lib/due-sums.ts';
import { today } from '../../../lib/format.ts';

export type DueInstalment = AnswerOf<typeof getSchedule>['items'][number] & {
  /** The lower sum that was agreed for its payment, instead of all its instalments. */
  readonly isAgreed?: true;
};

/** The instalments still due, the oldest first; where a lower sum is agreed, that one, by its own day. */
export function withAgreedSums(
  instalments: readonly DueInstalment[],
  payments: readonly Payment[],
): readonly DueInstalment[] {
  const agreed = new Map(payments.map(({ id, settlement }) => [id, settlement] as const));
  const seen = new Set<string>();
  return instalments
    .flatMap((one): DueInstalment[] => {
      const settlement = agreed.get(one.paymentId) ?? null;
      if (settlement === null) return [one];
      if (seen.has(one.paymentId)) return [];
      seen.add(one.paymentId);
      const { restPaise: duePaise, payBy: dueDate } = settlement;
      const status = dueDate <= today() ? 'due' : 'upcoming';
      return [{ ...one, duePaise, dueDate, status, isAgreed: true }];
    })
    .toSorted((one, other) => one.dueDate.localeCompare(other.dueDate));
}

/** A payment of which something is to be paid now, and how much of it; paise. */
export interface PayableNow {
  readonly payment: Payment;
  readonly sums: DueSums;
  readonly paise: number;
}

/**
 * Every payment with an instalment due or a charge unpaid; those that autopay collects come last. Left out: a payment with an agreed
 * sum, which has its own day, and one of which a bank has not answered a debit.
 */
export function payableNow(
  payments: readonly Payment[],
  mandates: readonly Mandate[],
): readonly PayableNow[] {
  const isCollected = ({ payment: { id } }: PayableNow) =>
    Number(comingDebit(mandateOf(id, mandates)) !== undefined);
  return payments
    .filter(
      ({ id, frozen, settlement }) =>
        frozen === null && settlement === null && askedDebit(id, mandates) === undefined,
    )
    .map((payment): PayableNow => {
      const sums = dueSums(payment);
      return { payment, sums, paise: sums.isDemanded ? sums.bothPaise : sums.chargesPaise };
    })
    .filter(({ paise }) => paise > 0)
    .toSorted(
      (one, other) =>
        isCollected(one) - isCollected(other) ||
        Number(other.sums.isDemanded) - Number(one.sums.isDemanded) ||
        (one.payment.nextDue?.dueDate ?? '').localeCompare(other.payment.nextDue?.dueDate ?? ''),
    );
}

/** The instalment to name first: of several payments to be paid now the one its button pays, else the oldest. */
export function firstNamed(
  instalments: readonly DueInstalment[],
  now: readonly PayableNow[],
): DueInstalment | undefined {
  const [first] = now;
  const own =
    now.length > 1 && first?.sums.isDemanded
      ? instalments.find((one) => one.paymentId === first.payment.id)
      : undefined;
  return own ?? instalments[0];
}
