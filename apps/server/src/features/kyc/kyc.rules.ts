import { addDays, addMonths, type BusinessDate, istDate } from '@mohlat/money';

/** Rule: LEND-24. Name match score: 90 and more pass, 70 to 89 a person looks, below fails. */
export const NAME_PASS_PERCENT = 90;
export const NAME_REVIEW_PERCENT = 70;

export type NameVerdict = 'pass' | 'review' | 'fail';

/** Judges a score of two names; undefined: they cannot be compared, as in two scripts, and a person looks. */
export function judgeNameMatch(percent: number | undefined): NameVerdict {
  if (percent === undefined) return 'review';
  if (percent >= NAME_PASS_PERCENT) return 'pass';
  return percent >= NAME_REVIEW_PERCENT ? 'review' : 'fail';
}

/**
 * The score that counts where each of several names has to fit: the least. One that cannot be compared leaves the rest to a person,
 * unless one of the others is another person's.
 */
export function leastOf(percents: readonly (number | undefined)[]): number | undefined {
  const known = percents.filter((percent) => percent !== undefined);
  const least = Math.min(...known);
  return known.length === percents.length || judgeNameMatch(least) === 'fail' ? least : undefined;
}

/** The score that counts where one of several names may fit: the greatest; undefined where none can be compared. */
export function greatestOf(percents: readonly (number | undefined)[]): number | undefined {
  const known = percents.filter((percent) => percent !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

export type PanDecision =
  | { readonly status: 'verified' }
  | { readonly status: 'pending'; readonly code: 'pan_name_review' }
  | {
      readonly status: 'rejected';
      readonly code: 'pan_invalid' | 'pan_not_individual' | 'pan_name_mismatch';
    };

/** The valid PAN that the issuer documents for its sandbox: it has no P, and in production nobody has it. */
const DOCUMENTED_PAN = 'ABCDE1234A';

/** The fourth letter of a PAN where it is not a person's; undefined where it is. Rule: LEND-3 (PAN) */
export function strangeLetterOf(pan: string): string | undefined {
  return pan[3] === 'P' || pan === DOCUMENTED_PAN ? undefined : pan[3];
}

/**
 * Decides a PAN from the issuer's answer. The category comes from the issuer; where the fourth letter of the PAN contradicts it, a
 * person looks. `pan` is undefined where its letters were judged before.
 * Rule: LEND-3 (PAN), LEND-24.
 */
export function decidePan(
  answer: { readonly verdict: 'valid' | 'invalid' | 'not_found'; readonly category?: string | undefined },
  namePercent: number | undefined,
  pan: string | undefined,
): PanDecision {
  if (answer.verdict !== 'valid') return { status: 'rejected', code: 'pan_invalid' };
  if (answer.category?.toLowerCase() !== 'individual')
    return { status: 'rejected', code: 'pan_not_individual' };
  const name = judgeNameMatch(namePercent);
  if (name === 'fail') return { status: 'rejected', code: 'pan_name_mismatch' };
  const isLooked = name === 'review' || (pan !== undefined && strangeLetterOf(pan) !== undefined);
  return isLooked ? { status: 'pending', code: 'pan_name_review' } : { status: 'verified' };
}

export type AadhaarMismatch =
  | 'aadhaar_signature'
  | 'aadhaar_last4'
  | 'aadhaar_date_of_birth'
  | 'aadhaar_name';

export interface AadhaarFacts {
  readonly last4: string;
  readonly dateOfBirth: string;
  readonly namePercent: number | undefined;
  readonly isSignatureOk: boolean;
}

/** Finds the part of the document that disagrees with what we hold; undefined when nothing does. */
export function findAadhaarMismatch(
  document: AadhaarFacts,
  held: { readonly last4: string; readonly dateOfBirth: string | null },
): AadhaarMismatch | undefined {
  if (!document.isSignatureOk) return 'aadhaar_signature';
  if (document.last4 !== held.last4) return 'aadhaar_last4';
  if (document.dateOfBirth !== held.dateOfBirth) return 'aadhaar_date_of_birth';
  return judgeNameMatch(document.namePercent) === 'pass' ? undefined : 'aadhaar_name';
}

/**
 * The text of what is printed on a person's Aadhaar document and stays: last four digits, birth date and name, whatever its capitals,
 * dots and spaces. Few in a hundred million share all three. It is hashed, never stored. Rule: LEND-D10.
 */
export function printedIdentity({
  last4,
  dateOfBirth,
  name,
}: Pick<AadhaarFacts, 'last4' | 'dateOfBirth'> & { readonly name: string }): string {
  const bare = name
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return `${last4}|${dateOfBirth}|${bare}`;
}

/** Rule: LEND-24. How many years a KYC holds, by the person's risk. */
export const RE_KYC_YEARS = { high: 2, medium: 8, low: 10 } as const;
export type KycRisk = keyof typeof RE_KYC_YEARS;
/** From this many days before, it may be done again, and the person is told. */
export const RE_KYC_NOTICE_DAYS = 60;

/** The last day on which a KYC done on a day holds. Rule: LEND-24. */
export function reKycDueOn(doneOn: BusinessDate, risk: KycRisk): BusinessDate {
  return addMonths(doneOn, RE_KYC_YEARS[risk] * 12);
}

export function isReKycOpen(dueOn: BusinessDate | null, today: BusinessDate): boolean {
  return dueOn !== null && today >= addDays(dueOn, -RE_KYC_NOTICE_DAYS);
}

/** Whether a verified check is to be made once more: the window is open, and the check is older than it. Rule: LEND-24. */
export function isDueAgain(
  dueOn: BusinessDate | null,
  verifiedAt: Date | null,
  today: BusinessDate,
): boolean {
  if (!isReKycOpen(dueOn, today)) return false;
  return verifiedAt === null || !isReKycOpen(dueOn, istDate(verifiedAt.getTime()));
}

/** A KYC holds through its last day; what was never dated has not lapsed. */
export function isKycLapsed(dueOn: BusinessDate | null, today: BusinessDate): boolean {
  return dueOn !== null && today > dueOn;
}

/** The Aadhaar check of a record, with the end of the last consent session that nobody came back from yet. */
interface AadhaarCheck<Status extends string> {
  readonly aadhaar_status: Status;
  readonly consent_until: Date | null;
}

/** The state of the Aadhaar check at an instant: `pending` only while a consent may still be given. Rule: LEND-3 (Aadhaar) */
export function aadhaarStatusAt<Status extends string>(
  { aadhaar_status: status, consent_until: until }: AadhaarCheck<Status>,
  now: Date,
): Status | 'not_started' {
  const isOver = until === null || until <= now;
  return status === 'pending' && isOver ? 'not_started' : status;
}
