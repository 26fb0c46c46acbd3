import { addDays, type BusinessDate, daysBetween } from './calendar.ts';

export type CreditHold =
  | 'overdue'
  | 'arrears'
  | 'dispute'
  | 'kyc_lapse'
  | 'report_stale'
  | 'npa'
  | 'written_off';
/** A limit suspended for one of these is set free by people alone. Rule: LEND-14, LEND-24 */
export const REVIEWED_HOLDS = ['arrears', 'dispute'] as const satisfies readonly CreditHold[];

/** True of a suspension that ends by people alone. Rule: LEND-14, LEND-24 */
export function isReviewedHold(hold: string | null): boolean {
  return REVIEWED_HOLDS.some((one) => one === hold);
}
/** A person with a limit stands in one of these. */
export type LiveCreditState = 'active' | 'blocked_due' | 'suspended' | 'revoked';

/** With these a limit is in use: what was written down changes with the next day. */
export const PAYING_STATES = ['active', 'blocked_due'] as const satisfies readonly LiveCreditState[];
/** A limit that stands, also where it rests. */
export const STANDING_STATES = [...PAYING_STATES, 'suspended'] as const satisfies readonly LiveCreditState[];

/** Rule: LEND-P3. A report older than this blocks new payments until it is refreshed with consent. */
export const REPORT_STALE_DAYS = 90;
/** Rule: LEND-P3. */
export const REVIEW_MONTHS = 6;
/** Rule: LEND-14. From this day late a limit is suspended and a person decides about it. */
export const SUSPENDED_FROM_DPD = 31;

export interface CreditFacts {
  /** Days past due of the borrower's worst loan, at the last close and less what was repaid since. Rule: LEND-D2. */
  readonly dpd: number;
  /** The most there ever were since a person last looked at an account suspended for arrears. */
  readonly dpdMax: number;
  readonly wasNpa: boolean;
  readonly isWrittenOff: boolean;
  /** Since a person last looked, a loan ended for less than was owed: one looks again, however early it was settled. Rule: LEND-D05 */
  readonly hasSettledForLess: boolean;
  /**
   * A bank disputes a repayment, or money of one was taken back since a person last looked. From the first word of it: until it has
   * ended the money behind the limit may be gone. Rule: LEND-14
   */
  readonly isDisputed: boolean;
  readonly isIdentityVerified: boolean;
  /** Age of the report in use; null when no day is known. */
  readonly reportAgeDays: number | null;
}

export interface CreditStanding {
  readonly state: LiveCreditState;
  readonly hold: CreditHold | null;
}

/** True once a report is too old to lend on. Rule: LEND-P3. */
export function isReportStale(reportAgeDays: number | null): boolean {
  return reportAgeDays !== null && reportAgeDays > REPORT_STALE_DAYS;
}

/** The day of the oldest report that may be lent on today. Rule: LEND-P3 */
export function oldestReportOn(today: BusinessDate): BusinessDate {
  return addDays(today, -REPORT_STALE_DAYS);
}

/**
 * Where an account that has a limit stands. One that was ever more than 30 days past due stays suspended until a person
 * looks at it, as does one whose repayment was taken back; one that stopped performing is over; all others end with their cause. An account suspended by hand is not
 * asked about here.
 * Rule: LEND-14, LEND-P3
 */
export function creditStanding(facts: CreditFacts): CreditStanding {
  if (facts.isWrittenOff) return { state: 'revoked', hold: 'written_off' };
  if (facts.wasNpa) return { state: 'revoked', hold: 'npa' };
  if (facts.dpdMax >= SUSPENDED_FROM_DPD || facts.hasSettledForLess)
    return { state: 'suspended', hold: 'arrears' };
  if (facts.isDisputed) return { state: 'suspended', hold: 'dispute' };
  if (!facts.isIdentityVerified) return { state: 'suspended', hold: 'kyc_lapse' };
  if (isReportStale(facts.reportAgeDays)) return { state: 'suspended', hold: 'report_stale' };
  if (facts.dpd >= 1) return { state: 'blocked_due', hold: 'overdue' };
  return { state: 'active', hold: null };
}

export interface WrittenAccount<State extends string> {
  readonly state: State;
  readonly hold: CreditHold | null;
  /** The day of the report in use. */
  readonly reportOn: BusinessDate | null;
}

/** Where an account stands today: as written down, but a report that became too old since is seen at once. Rule: LEND-P3 */
export function accountStandingOn<State extends string>(
  { state, hold, reportOn }: WrittenAccount<State>,
  today: BusinessDate,
): { readonly state: State | LiveCreditState; readonly hold: CreditHold | null } {
  const reportAgeDays = reportOn === null ? null : daysBetween(reportOn, today);
  const isPaying = PAYING_STATES.some((one) => one === state);
  if (isPaying && isReportStale(reportAgeDays)) return { state: 'suspended', hold: 'report_stale' };
  return { state, hold };
}

/**
 * The reason why an account pays no new bill today; undefined where it may. A stale report is looked at itself, so that a
 * refreshed one counts at once. Rule: LEND-14, LEND-P3
 */
export function paymentRefusal(
  { state, hold, reportOn }: WrittenAccount<string>,
  today: BusinessDate,
): 'credit_not_active' | 'credit_report_stale' | undefined {
  if (state !== 'active' && (state !== 'suspended' || hold !== 'report_stale')) return 'credit_not_active';
  const isStale = reportOn !== null && isReportStale(daysBetween(reportOn, today));
  return isStale ? 'credit_report_stale' : undefined;
}
