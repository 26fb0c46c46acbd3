import {
  ageInYears,
  assess,
  type BusinessDate,
  daysBetween,
  type LimitDecision,
  type LimitInputs,
  type LimitPolicy,
  paise,
} from '@mohlat/money';
import type { BureauReport } from '#providers/index.ts';
import { declineReason, limitReason } from './credit.reasons.ts';

/** Rule: LEND-D14. A report is used again for this long. */
export const REPORT_DAYS = 30;
/** A pull under way this long is taken for lost. */
export const PULL_LEASE_SECONDS = 120;
/** Rule: CREDIT-01. After an unknown outcome the same key is used for a day; then the person may ask anew. */
export const PULL_KEY_SECONDS = 24 * 3600;

/** What of a bureau's report a decision needs; kept with the decision, the report itself is not. */
export interface BureauFacts {
  readonly score: number;
  readonly enquiries90Days: number;
  readonly hasDpd30In12Months: boolean;
  readonly pulledOn: string;
  readonly reference: string;
}

/** Reads a report. No hit is −1, a thin file 1: neither is a low score. Rule: LEND-13. */
export function toBureauFacts(report: BureauReport, pulledOn: BusinessDate): BureauFacts {
  const summary = report.kind === 'no_hit' ? undefined : report.summary;
  return {
    score: report.kind === 'score' ? report.score : report.kind === 'no_hit' ? -1 : 1,
    enquiries90Days: summary?.enquiries30DaysCount ?? 0,
    hasDpd30In12Months: (summary?.overdueAccountCount ?? 0) > 0,
    pulledOn,
    reference: report.reportRef,
  };
}

export interface Applicant {
  readonly dateOfBirth: BusinessDate;
  readonly monthlyIncomePaise: number;
  readonly isIdentityVerified: boolean;
  readonly isIdentityInUse: boolean;
  readonly hasOverdueWithUs: boolean;
  readonly isVideoApproved: boolean;
}

export function toInputs(applicant: Applicant, bureau: BureauFacts, today: BusinessDate): LimitInputs {
  return {
    isIdentityVerified: applicant.isIdentityVerified,
    isIdentityInUse: applicant.isIdentityInUse,
    isFlagged: false,
    hasOverdueWithUs: applicant.hasOverdueWithUs,
    age: ageInYears(applicant.dateOfBirth, today),
    reportAgeDays: daysBetween(bureau.pulledOn as BusinessDate, today),
    score: bureau.score,
    enquiries90Days: bureau.enquiries90Days,
    hasDpd30In12Months: bureau.hasDpd30In12Months,
    hasWriteOff36Months: false,
    monthlyIncomePaise: paise(applicant.monthlyIncomePaise),
    monthlyObligationsPaise: paise(0),
    // Evidence of income is a later step: until then what was typed counts as declared (LEND-B04).
    incomeEvidence: 'declared',
    isVideoApproved: applicant.isVideoApproved,
  };
}

export interface ExplainedDecision extends LimitDecision {
  readonly explained: readonly { readonly code: string; readonly text: string }[];
}

/** The decision with its reasons in words. Same inputs and policy, same answer. */
export function decide(inputs: LimitInputs, policy: LimitPolicy): ExplainedDecision {
  const decision = assess(inputs, policy);
  const explained =
    decision.decision === 'declined'
      ? decision.failures.map(declineReason)
      : decision.candidates.filter((one) => decision.binding.includes(one.code)).map(limitReason);
  return { ...decision, explained };
}
