import type { DEBIT_FAILURES, MandateStatus } from '@mohlat/contract';
import { type FailurePolicy, policyOf } from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';
import type { MandateState, PaymentFailure } from '#providers/index.ts';

/** Rule: LEND-20. What is left above the largest instalment for charges. */
const HEADROOM_PAISE = 50_000;
/** A permission outlives the last due date by so much, so that late instalments can still be collected. */
const TERM_DAYS_AFTER = 60;

/** Rule: LEND-20. Largest instalment and ₹500. */
export function maximumOf(instalmentsPaise: readonly number[]): number {
  return Math.max(0, ...instalmentsPaise) + HEADROOM_PAISE;
}

export function untilOf(lastDueOn: BusinessDate): BusinessDate {
  return addDays(lastDueOn, TERM_DAYS_AFTER);
}

/** Makes the reference that a person quotes for a debit: short enough for an SMS, from the random end of its id. */
export function debitReference(presentationId: string): string {
  return `AP${presentationId.replaceAll('-', '').slice(-10).toUpperCase()}`;
}

const FAILURES: Readonly<Record<FailurePolicy, (typeof DEBIT_FAILURES)[number]>> = {
  funds: 'funds',
  refused: 'refused',
  dead: 'stopped',
  technical: 'technical',
  unannounced: 'technical',
  ours: 'technical',
  unanswered: 'technical',
};

/** A provider's reason as the person is told it. */
export function failureOf(reason: string | null): (typeof DEBIT_FAILURES)[number] {
  return FAILURES[policyOf(reason ?? '')];
}

export function reasonOf(failure: PaymentFailure | undefined): string {
  return failure?.reason ?? failure?.code ?? 'payment_failed';
}

/** Maps the provider's state to the status of a mandate. Rejected counts only once the order can no longer be approved. */
export function statusOf(state: MandateState): MandateStatus {
  if (state === 'confirmed') return 'active';
  return state === 'initiated' ? 'pending' : state;
}
