import type { DEBIT_FAILURES, Mandate, MandateStatus } from '@mohlat/contract';
import { type FailurePolicy, nextCollectable, policyOf, WITH_BANK_STATES } from '@mohlat/lending';
import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import type { MandateState, PaymentFailure, ProviderRejected } from '#providers/index.ts';
import type { MandateRow } from './mandates.repo.ts';

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
  given_back: 'technical',
};

/** A provider's reason as the person is told it. */
export function failureOf(reason: string | null): (typeof DEBIT_FAILURES)[number] {
  return FAILURES[policyOf(reason ?? '')];
}

export function reasonOf(failure: PaymentFailure | undefined): string {
  return failure?.reason ?? failure?.code ?? 'payment_failed';
}

/** The words of a refused request that name no reason: the code of every refusal, and the rail's "not applicable". */
const NO_REASON: ReadonlySet<string> = new Set(['BAD_REQUEST_ERROR', 'NA']);

/** The reason of a debit whose request was refused. Without a reason of the rail's it is our own mistake: the bank was not asked. */
export function reasonOfRefusal({ providerCode }: Pick<ProviderRejected, 'providerCode'>): string {
  return providerCode === undefined || NO_REASON.has(providerCode) ? 'input_validation_failed' : providerCode;
}

/** Maps the provider's state to the status of a mandate. Rejected counts only once the order can no longer be approved. */
export function statusOf(state: MandateState): MandateStatus {
  if (state === 'confirmed') return 'active';
  return state === 'initiated' ? 'pending' : state;
}

const NEXT_STATES = {
  planned: 'due',
  announced: 'announced',
  presenting: 'presented',
  presented: 'presented',
  review: 'review',
} as const;
const ASKED: ReadonlySet<string> = new Set(WITH_BANK_STATES);

/**
 * The next debit of a mandate, as its person is told it. A mandate that is not active collects nothing; a debit that the bank
 * was asked for is told all the same. Rule: LEND-20
 */
export function nextDebitOf(
  { planning, tries, kind, status }: Pick<MandateRow, 'planning' | 'tries' | 'kind' | 'status'>,
  now: Date,
): Mandate['nextDebit'] {
  if (!planning.isLive) return null;
  const open = tries.map((one) => ({
    number: one.number,
    kind,
    amountPaise: one.amountPaise,
    presentAt: new Date(one.presentAt),
    noticedAt: one.noticedAt === null ? null : new Date(one.noticedAt),
    isAsked: ASKED.has(one.state),
  }));
  const next = nextCollectable({ ...planning, isLive: status === 'active' }, open, now);
  if (next === undefined) return null;
  const tried = next.isOpen ? tries.find((one) => one.number === next.number) : undefined;
  return {
    instalment: next.number,
    amountPaise: next.amountPaise,
    on: istDate(next.presentAt.getTime()),
    state: tried ? NEXT_STATES[tried.state] : 'due',
    ...(tried?.answerByOn ? { answerBy: tried.answerByOn } : {}),
  };
}
