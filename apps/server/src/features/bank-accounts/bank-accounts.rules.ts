import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@mohlat/money';
import type { BankAccountStatus, BankReasonCode } from '@mohlat/contract';

/** Linked at a time. */
export const ACCOUNTS_MAX = 10;

/** The most rupees sent in one round: the first, and one more when it is not known whether the first arrived. */
const RUPEES_MAX = 2;

/** A call that has been under way for longer than any time-out was cut off with the process that made it. */
export const SENDING_LOST_AFTER_MS = MINUTE_MS;
/** A bank that has not answered by then is not waited for. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

/** When to look again for an answer, by how long it has been waited for. */
export function nextLookMs(ageMs: number): number {
  if (ageMs < MINUTE_MS) return 5 * SECOND_MS;
  if (ageMs < 10 * MINUTE_MS) return 30 * SECOND_MS;
  if (ageMs < 3 * HOUR_MS) return 5 * MINUTE_MS;
  return ageMs < 24 * HOUR_MS ? 30 * MINUTE_MS : 2 * HOUR_MS;
}

export interface Check {
  readonly id: string;
  readonly state: string;
  readonly providerRef: string | null;
  readonly startedAt: Date;
}

export type NextStep =
  | { readonly kind: 'send' }
  | { readonly kind: 'ask'; readonly checkId: string; readonly ref: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'give_up' };

/**
 * Decides the next step for an open account from the checks of its round. A rupee that may have been sent is sent once more and
 * never again; one that the provider is known to have is only enquired about.
 */
export function nextStep(checks: readonly Check[], now: Date): NextStep {
  const asked = checks.find((check) => check.state === 'asked');
  if (asked?.providerRef) return { kind: 'ask', checkId: asked.id, ref: asked.providerRef };
  const isUnderWay = checks.some((check) => check.state === 'sending' && !isCutOff(check, now));
  if (isUnderWay) return { kind: 'wait' };
  return checks.length < RUPEES_MAX ? { kind: 'send' } : { kind: 'give_up' };
}

/** Tells whether the process that made the call is gone: the outcome of the call is then unknown. */
export function isCutOff(check: Pick<Check, 'startedAt'>, now: Date): boolean {
  return now.getTime() - check.startedAt.getTime() >= SENDING_LOST_AFTER_MS;
}

/** A bank's answer, as the port gives it; `pending` is no answer. */
export interface FinalAnswer {
  readonly state: 'valid' | 'bad_details' | 'unusable' | 'technical';
  readonly why?: 'closed' | 'frozen' | 'nre' | 'refused' | 'limit';
}

export interface Decision {
  readonly status: Exclude<BankAccountStatus, 'pending'>;
  readonly reason: BankReasonCode | null;
}

const UNUSABLE = {
  closed: 'account_closed',
  frozen: 'account_frozen',
  nre: 'account_nre',
  refused: 'account_refused',
} as const;

/**
 * Decides an account from a bank's answer. For a good account the name decides: 90 percent and more is the same person, from 70
 * to 89 a person looks, below it is another person. Without a proven name no decision is made. A technical failure says nothing
 * about the account. Rule: LEND-24.
 */
export function decideAccount(answer: FinalAnswer, name: 'pass' | 'review' | 'fail' | 'unproven'): Decision {
  switch (answer.state) {
    case 'bad_details':
      return { status: 'rejected', reason: 'details_wrong' };
    case 'unusable': {
      const why = answer.why === undefined || answer.why === 'limit' ? 'refused' : answer.why;
      return { status: 'rejected', reason: UNUSABLE[why] };
    }
    case 'technical':
      return {
        status: 'unverified',
        reason: answer.why === 'limit' ? 'bank_limit' : 'bank_not_answering',
      };
    case 'valid':
      if (name === 'pass') return { status: 'verified', reason: null };
      if (name === 'unproven') return { status: 'unverified', reason: 'pan_first' };
      return name === 'review'
        ? { status: 'review', reason: 'name_review' }
        : { status: 'rejected', reason: 'name_mismatch' };
  }
}

/** `XXXX` and the last four digits. Rule: SPEC-3 bank account. */
export function maskAccountNumber(digits: string): string {
  return `XXXX${digits.slice(-4)}`;
}
