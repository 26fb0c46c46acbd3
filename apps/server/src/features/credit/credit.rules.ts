import type { CreditState } from '@mohlat/contract';
import {
  addDays,
  ageInYears,
  type BusinessDate,
  type CreditHold,
  daysBetween,
  isReviewedHold,
  istDayBounds,
  LIMIT_POLICY,
  type LimitDecision,
  type LimitInputs,
  paise,
} from '@mohlat/money';
import type { BureauFacts } from './credit.facts.ts';

/** Rule: LEND-D14. A report is used again for this long. */
export const REPORT_DAYS = LIMIT_POLICY.reportAgeMaxDays;
/** A pull under way this long is taken for lost. */
export const PULL_LEASE_SECONDS = 120;
/** Rule: CREDIT-01. After an unknown outcome the same key is used for a day; then the person may ask again. */
export const PULL_KEY_SECONDS = 24 * 3600;

/**
 * The end of an offer of a higher limit: the last millisecond of the last day, in India, on which the report behind it counts. From then on
 * nothing more could be accepted. Rule: LEND-P1, LEND-P2, LEND-D14
 */
export function offerEnd(pulledOn: BusinessDate): Date {
  return new Date(istDayBounds(addDays(pulledOn, REPORT_DAYS)).endMs - 1);
}

/** True where a report is too old for a higher limit. Rule: LEND-P1, LEND-D14 */
export function isTooOldToRaise(pulledOn: BusinessDate, today: BusinessDate): boolean {
  return daysBetween(pulledOn, today) > REPORT_DAYS;
}

export interface Applicant {
  readonly dateOfBirth: BusinessDate;
  /** As typed; what a document proves counts in its place. */
  readonly declaredIncomePaise: number;
  readonly verifiedIncomePaise: number | null;
  readonly isIdentityVerified: boolean;
  readonly isIdentityInUse: boolean;
  readonly isFlagged: boolean;
  readonly hasOverdueWithUs: boolean;
  readonly isVideoApproved: boolean;
  /** The most that two members of staff let the limit come to; null where they did not cut it. */
  readonly capPaise: number | null;
}

/** Builds the inputs of the limit policy. Rule: LEND-B04: proven income counts instead of what was typed. */
export function toInputs(applicant: Applicant, bureau: BureauFacts, today: BusinessDate): LimitInputs {
  return {
    isIdentityVerified: applicant.isIdentityVerified,
    isIdentityInUse: applicant.isIdentityInUse,
    isFlagged: applicant.isFlagged,
    hasOverdueWithUs: applicant.hasOverdueWithUs,
    age: ageInYears(applicant.dateOfBirth, today),
    reportAgeDays: daysBetween(bureau.pulledOn, today),
    score: bureau.score,
    enquiries90Days: bureau.enquiries90Days,
    hasDpd30In12Months: bureau.hasDpd30In12Months,
    hasWriteOff36Months: Boolean(bureau.writtenOffOn),
    monthlyIncomePaise: paise(applicant.verifiedIncomePaise ?? applicant.declaredIncomePaise),
    monthlyObligationsPaise: paise(bureau.obligationsPaise ?? 0),
    incomeEvidence: applicant.verifiedIncomePaise === null ? 'declared' : 'verified',
    isVideoApproved: applicant.isVideoApproved,
    ...(applicant.capPaise === null ? {} : { capPaise: paise(applicant.capPaise) }),
  };
}

export interface Account {
  readonly state: CreditState;
  readonly hold: CreditHold | null;
  readonly limitPaise: number;
}

/** The effect of a decision on an account. */
export interface Effect {
  readonly state: CreditState;
  readonly hold: CreditHold | null;
  readonly limitPaise: number;
  /** A higher limit that waits for the person's yes. */
  readonly offeredPaise: number | null;
}

/**
 * Rule: LEND-P1. Lower takes effect at once; higher only under the consent to it, given now or by accepting an offer.
 * Rule: LEND-14. A fresh report ends a rest for a stale one; a suspension by a person stays, and nothing is offered.
 */
export function effectOf(
  account: Account,
  decision: Pick<LimitDecision, 'decision' | 'limitPaise' | 'failures'>,
  takesAtOnce: boolean,
): Effect {
  const { limitPaise: current } = account;
  const rests = isHeld(account);
  // An overdue instalment blocks by itself and for as long as it lasts; it does not take the limit away.
  if (current > 0 && decision.failures.length > 0 && decision.failures.every((code) => code === 'D12'))
    return { ...account, offeredPaise: null };
  if (decision.decision === 'declined')
    return {
      state: rests ? account.state : 'declined',
      hold: rests ? account.hold : null,
      limitPaise: 0,
      offeredPaise: null,
    };
  const isHigher = decision.limitPaise > current;
  if (rests) return { ...account, limitPaise: Math.min(current, decision.limitPaise), offeredPaise: null };
  const isTaken = takesAtOnce || !isHigher;
  const limitPaise = isTaken ? decision.limitPaise : current;
  return {
    state: limitPaise > 0 ? 'active' : 'none',
    hold: null,
    limitPaise,
    offeredPaise: isTaken ? null : decision.limitPaise,
  };
}

/** True of an account that only a person sets free, and of one that is over. */
export function isHeld({ state, hold }: Pick<Account, 'state' | 'hold'>): boolean {
  if (state === 'revoked' || state === 'closed') return true;
  return state === 'suspended' && (hold === null || isReviewedHold(hold));
}
