import { maxPaise, minPaise, paise, subtractPaise, ZERO_PAISE, type Paise } from './paise.ts';
import type { Bps } from './rates.ts';

/**
 * Declining checks in the order that decides; the reader's sentences live with the contract.
 * Rule: LEND-D01 to D12, LEND-D14
 */
export const DECLINE_CODES = [
  'D09',
  'D10',
  'D11',
  'D12',
  'D01',
  'D14',
  'D02',
  'D05',
  'D04',
  'D06',
  'D03',
  'D07',
  'D08',
] as const;
export type DeclineCode = (typeof DECLINE_CODES)[number];

/** The candidates that may bound a limit: the smallest of those that apply is the limit. Rule: LEND-B01 to B06, LEND-P2 */
export const CANDIDATE_CODES = ['B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07'] as const;
export type CandidateCode = (typeof CANDIDATE_CODES)[number];

export interface ScoreBand {
  readonly minScore: number;
  readonly capPaise: Paise;
  /** Multiple of the net monthly income; 10,000 is once. */
  readonly multipleBps: Bps;
}

export interface LimitPolicy {
  readonly version: string;
  readonly minAge: number;
  readonly maxAge: number;
  readonly reportAgeMaxDays: number;
  readonly minIncomePaise: Paise;
  readonly minThinFileIncomePaise: Paise;
  readonly maxEnquiries90Days: number;
  /** Highest scores first; a score under the last band is declined. */
  readonly bands: readonly ScoreBand[];
  readonly thinFile: Omit<ScoreBand, 'minScore'>;
  readonly foirPercent: number;
  readonly foirMultiple: number;
  readonly declaredIncomeCapPaise: Paise;
  readonly beforeVideoCapPaise: Paise;
  readonly roundDownToPaise: Paise;
  readonly minLimitPaise: Paise;
}

const rupees = (amount: number): Paise => paise(amount * 100);

/** The time for which a bureau's report counts against a person. Rule: LEND-D04, LEND-D05, LEND-D06 */
export const BUREAU_WINDOWS = { lateMonths: 12, writtenOffMonths: 36, enquiryDays: 90 } as const;

/** Rule: LEND-13 */
export const LIMIT_POLICY: LimitPolicy = {
  version: 'limit-1',
  minAge: 21,
  maxAge: 60,
  reportAgeMaxDays: 30,
  minIncomePaise: rupees(20_000),
  minThinFileIncomePaise: rupees(25_000),
  maxEnquiries90Days: 6,
  bands: [
    { minScore: 800, capPaise: rupees(200_000), multipleBps: 20_000 },
    { minScore: 775, capPaise: rupees(150_000), multipleBps: 17_500 },
    { minScore: 750, capPaise: rupees(100_000), multipleBps: 15_000 },
    { minScore: 725, capPaise: rupees(60_000), multipleBps: 10_000 },
    { minScore: 700, capPaise: rupees(30_000), multipleBps: 6_000 },
    { minScore: 680, capPaise: rupees(15_000), multipleBps: 4_000 },
  ],
  thinFile: { capPaise: rupees(10_000), multipleBps: 2_000 },
  foirPercent: 50,
  foirMultiple: 3,
  declaredIncomeCapPaise: rupees(25_000),
  beforeVideoCapPaise: rupees(60_000),
  roundDownToPaise: rupees(1_000),
  minLimitPaise: rupees(5_000),
};

export interface LimitInputs {
  readonly isIdentityVerified: boolean;
  readonly isIdentityInUse: boolean;
  readonly isFlagged: boolean;
  readonly hasOverdueWithUs: boolean;
  /** Completed years at application. */
  readonly age: number;
  readonly reportAgeDays: number;
  /** 300–900; −1 or 0: no history; 1–5: thin file. */
  readonly score: number;
  readonly monthlyIncomePaise: Paise;
  readonly monthlyObligationsPaise: Paise;
  readonly incomeEvidence: 'verified' | 'declared';
  readonly hasWriteOff36Months: boolean;
  readonly hasDpd30In12Months: boolean;
  readonly enquiries90Days: number;
  readonly isVideoApproved: boolean;
  /** The most that two people of risk let the limit come to; left out where they did not cut it. Rule: LEND-P2 */
  readonly capPaise?: Paise;
}

export interface LimitCandidate {
  readonly code: CandidateCode;
  readonly amountPaise: Paise;
}

export interface LimitDecision {
  readonly decision: 'approved' | 'declined';
  readonly policyVersion: string;
  /** Zero when declined. */
  readonly limitPaise: Paise;
  readonly candidates: readonly LimitCandidate[];
  /** The candidates equal to the smallest. */
  readonly binding: readonly CandidateCode[];
  /** Every failed check, in the order that decides; the first is the decision. */
  readonly failures: readonly DeclineCode[];
  /** The reasons to explain: the failures when declined, the binding candidates when approved. */
  readonly reasons: readonly (DeclineCode | CandidateCode)[];
}

/** True of the bureau's codes for no history (−1, 0) and of a thin file's index (1–5): none of them is a score. */
export function isThinFile(score: number): boolean {
  return score <= 5;
}

/** The cap and the multiple of a score, or of a file too thin to have one; undefined below every band. Rule: LEND-B01, LEND-B02, LEND-B06 */
export function bandOf(score: number, policy: LimitPolicy): Omit<ScoreBand, 'minScore'> | undefined {
  return isThinFile(score) ? policy.thinFile : policy.bands.find(({ minScore }) => score >= minScore);
}

function checkInputs(inputs: LimitInputs): void {
  const { score } = inputs;
  const isScore =
    Number.isSafeInteger(score) && ((score >= -1 && score <= 5) || (score >= 300 && score <= 900));
  if (!isScore) throw new RangeError('The score is outside the bureau’s range');
  if (inputs.monthlyIncomePaise < 0 || inputs.monthlyObligationsPaise < 0) {
    throw new RangeError('Income and obligations are not negative');
  }
  for (const count of [inputs.age, inputs.reportAgeDays, inputs.enquiries90Days]) {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('Ages and counts are whole numbers');
  }
}

/** Computes the rest of the payable share of income after obligations. */
function foirRoom(inputs: LimitInputs, policy: LimitPolicy): Paise {
  const share = paise((BigInt(inputs.monthlyIncomePaise) * BigInt(policy.foirPercent)) / 100n);
  return maxPaise(ZERO_PAISE, subtractPaise(share, inputs.monthlyObligationsPaise));
}

function listCandidates(inputs: LimitInputs, policy: LimitPolicy): LimitCandidate[] {
  const isThin = isThinFile(inputs.score);
  const band = bandOf(inputs.score, policy);
  const candidates: LimitCandidate[] = [];
  if (band !== undefined) {
    const multiple = (BigInt(inputs.monthlyIncomePaise) * BigInt(band.multipleBps)) / 10_000n;
    candidates.push({ code: isThin ? 'B06' : 'B01', amountPaise: band.capPaise });
    candidates.push({ code: 'B02', amountPaise: paise(multiple) });
  }
  candidates.push({ code: 'B03', amountPaise: paise(policy.foirMultiple * foirRoom(inputs, policy)) });
  if (inputs.incomeEvidence === 'declared') {
    candidates.push({ code: 'B04', amountPaise: policy.declaredIncomeCapPaise });
  }
  if (!inputs.isVideoApproved) candidates.push({ code: 'B05', amountPaise: policy.beforeVideoCapPaise });
  if (inputs.capPaise !== undefined) candidates.push({ code: 'B07', amountPaise: inputs.capPaise });
  return candidates;
}

function isScoreDeclined(inputs: LimitInputs, policy: LimitPolicy): boolean {
  if (isThinFile(inputs.score)) {
    return inputs.incomeEvidence === 'declared' || inputs.monthlyIncomePaise < policy.minThinFileIncomePaise;
  }
  return bandOf(inputs.score, policy) === undefined;
}

function failedChecks(inputs: LimitInputs, policy: LimitPolicy, computedPaise: Paise): DeclineCode[] {
  const fails: Readonly<Record<DeclineCode, boolean>> = {
    D09: !inputs.isIdentityVerified,
    D10: inputs.isIdentityInUse,
    D11: inputs.isFlagged,
    D12: inputs.hasOverdueWithUs,
    D01: inputs.age < policy.minAge || inputs.age > policy.maxAge,
    D14: inputs.reportAgeDays > policy.reportAgeMaxDays,
    D02: inputs.monthlyIncomePaise < policy.minIncomePaise,
    D05: inputs.hasWriteOff36Months,
    D04: inputs.hasDpd30In12Months,
    D06: inputs.enquiries90Days > policy.maxEnquiries90Days,
    D03: isScoreDeclined(inputs, policy),
    D07: foirRoom(inputs, policy) === 0,
    D08: computedPaise < policy.minLimitPaise,
  };
  return DECLINE_CODES.filter((code) => fails[code]);
}

/**
 * Decides a limit and says why. The same inputs and policy always give the same answer.
 * Rule: LEND-13
 * @throws RangeError when an input is out of its range: an input error, not a decline
 */
export function assess(inputs: LimitInputs, policy: LimitPolicy = LIMIT_POLICY): LimitDecision {
  checkInputs(inputs);
  const candidates = listCandidates(inputs, policy);
  const smallest = candidates.reduce(
    (least, candidate) => minPaise(least, candidate.amountPaise),
    paise(Number.MAX_SAFE_INTEGER),
  );
  const computed = paise(smallest - (smallest % policy.roundDownToPaise));
  const failures = failedChecks(inputs, policy, computed);
  const binding = candidates
    .filter((candidate) => candidate.amountPaise === smallest)
    .map((candidate) => candidate.code);
  const isApproved = failures.length === 0;
  return {
    decision: isApproved ? 'approved' : 'declined',
    policyVersion: policy.version,
    limitPaise: isApproved ? computed : ZERO_PAISE,
    candidates,
    binding,
    failures,
    reasons: isApproved ? binding : failures,
  };
}

/** Computes the most a new bill may be: never below zero, also when the limit was lowered under what is used. Rule: LEND-14 */
export function availableLimit(limitPaise: Paise, usedPaise: Paise, reservedPaise: Paise): Paise {
  return maxPaise(ZERO_PAISE, subtractPaise(subtractPaise(limitPaise, usedPaise), reservedPaise));
}
