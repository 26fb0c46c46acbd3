import type { Credit, CreditReason } from '@mohlat/contract';
import {
  assess,
  availableLimit,
  type BusinessDate,
  daysBetween,
  isReportStale,
  type LimitInputs,
  type LimitPolicy,
  paise,
  accountStandingOn,
  whatIf,
} from '@mohlat/money';
import { toEvidence } from './credit.evidence.ts';
import type { EvidenceRow } from './credit.evidence.repo.ts';
import type { OfferRow } from './credit.offers.repo.ts';
import { factorsOf, holdReason, whatIfText } from './credit.reasons.ts';
import type { ApplicantRow, LastAssessment } from './credit.repo.ts';
import { retryAfter } from './credit.retry.ts';

export interface Seen {
  readonly applicant: ApplicantRow | undefined;
  readonly last: LastAssessment | undefined;
  readonly offer: OfferRow | undefined;
  readonly evidence: EvidenceRow | undefined;
  /** The inputs of the policy as of today; undefined before the first assessment. */
  readonly inputs: LimitInputs | undefined;
  readonly policy: LimitPolicy;
  readonly today: BusinessDate;
}

const NOTHING = {
  state: 'none',
  stateReason: null,
  limitPaise: 0,
  usedPaise: 0,
  availablePaise: 0,
  usedPercent: 0,
  score: null,
  assessment: null,
  reasons: [],
  factors: [],
  whatIf: [],
  offer: null,
  estimatePaise: null,
  retryAfter: null,
  reportDate: null,
  isReportStale: false,
  reviewDate: null,
  evidence: null,
} satisfies Credit;

/** A person's credit as the contract tells of it. */
export function presentCredit(seen: Seen): Credit {
  const { applicant, today } = seen;
  if (!applicant) return NOTHING;
  const standing = accountStandingOn(
    { state: applicant.state, hold: applicant.state_reason, reportOn: applicant.report_on },
    today,
  );
  const limit = paise(applicant.limit_paise);
  const used = applicant.used_paise + applicant.reserved_paise;
  const reportAge = applicant.report_on === null ? null : daysBetween(applicant.report_on, today);
  return {
    ...NOTHING,
    ...presentDecision(seen, applicant),
    state: standing.state,
    stateReason: standing.hold === null ? null : holdReason(standing.hold),
    limitPaise: limit,
    usedPaise: used,
    availablePaise: availableLimit(limit, paise(applicant.used_paise), paise(applicant.reserved_paise)),
    usedPercent: limit === 0 ? 0 : Math.min(100, Math.round((used / limit) * 100)),
    score: applicant.score,
    offer: presentOffer(seen.offer, limit),
    reportDate: applicant.report_on,
    isReportStale: isReportStale(reportAge),
    reviewDate: applicant.review_on,
    evidence: seen.evidence ? toEvidence(seen.evidence, today) : null,
  };
}

function presentOffer(offer: OfferRow | undefined, currentLimitPaise: number): Credit['offer'] {
  return offer
    ? {
        id: offer.id,
        limitPaise: offer.limit_paise,
        currentLimitPaise,
        expiresAt: offer.expires_at.toISOString(),
      }
    : null;
}

/** The last decision as it was, and what would be different today. */
function presentDecision(
  { last, inputs, policy, offer }: Seen,
  applicant: ApplicantRow,
): Pick<Credit, 'assessment' | 'reasons' | 'factors' | 'whatIf' | 'estimatePaise' | 'retryAfter'> {
  if (!last || !inputs) return NOTHING;
  const decision = assess(inputs, policy);
  const reasons = (last.outcome.reasons ?? []) as CreditReason[];
  const isMore = offer === undefined && decision.limitPaise > applicant.limit_paise;
  return {
    assessment: { status: last.decision, limitPaise: last.limit_paise, at: last.at.toISOString() },
    reasons,
    factors: factorsOf(decision),
    whatIf: whatIf(inputs, policy).map(whatIfText),
    estimatePaise: isMore ? decision.limitPaise : null,
    retryAfter: retryAfter(reasons),
  };
}
