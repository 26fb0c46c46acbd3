export type LiveCreditState = 'active' | 'blocked_due' | 'suspended';
export type CreditHold = 'overdue' | 'arrears' | 'kyc_lapse' | 'report_stale';

/** Rule: LEND-P3. A report older than this blocks new payments until it is refreshed with consent. */
export const REPORT_STALE_DAYS = 90;
/** Rule: LEND-P3. */
export const REVIEW_MONTHS = 6;
/** Rule: LEND-14. From this day late a limit is suspended and a person decides about it. */
export const SUSPENDED_FROM_DPD = 31;

export interface CreditFacts {
  readonly state: LiveCreditState;
  readonly hold: CreditHold | null;
  /** Days late of the oldest unpaid instalment, at the close of yesterday. */
  readonly dpd: number;
  readonly isIdentityVerified: boolean;
  /** Of the report in use; null when no day is known. */
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

/**
 * Where an account that has a limit stands today. A suspension for arrears stays until a person lifts it, whatever was
 * repaid since; all others end with their cause.
 * Rule: LEND-14, LEND-P3
 */
export function creditStanding(facts: CreditFacts): CreditStanding {
  if (facts.state === 'suspended' && (facts.hold === null || facts.hold === 'arrears'))
    return { state: 'suspended', hold: facts.hold };
  if (facts.dpd >= SUSPENDED_FROM_DPD) return { state: 'suspended', hold: 'arrears' };
  if (!facts.isIdentityVerified) return { state: 'suspended', hold: 'kyc_lapse' };
  if (isReportStale(facts.reportAgeDays)) return { state: 'suspended', hold: 'report_stale' };
  if (facts.dpd >= 1) return { state: 'blocked_due', hold: 'overdue' };
  return { state: 'active', hold: null };
}
