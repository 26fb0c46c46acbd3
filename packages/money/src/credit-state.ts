import { type BusinessDate, daysBetween } from './calendar.ts';

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
 * True where nothing written down keeps an account from paying: an overdue instalment and a stale report are looked at
 * themselves, so that a repayment or a refreshed report counts at once. Rule: LEND-14
 */
export function isOpenForPayments(state: string, hold: string | null): boolean {
  return state === 'active' || state === 'blocked_due' || (state === 'suspended' && hold === 'report_stale');
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

export interface AccountToday<State extends string> {
  readonly state: State;
  readonly hold: string | null;
  readonly dpd: number;
  readonly isIdentityVerified: boolean;
  /** The day of the report in use. */
  readonly reportOn: string | null;
}

/** Where any account stands today, whatever was last written down; one without a limit stands where it stood. */
export function standingOn<State extends string>(
  account: AccountToday<State>,
  today: BusinessDate,
): { readonly state: State | LiveCreditState; readonly hold: CreditHold | null } {
  const { state, reportOn, hold, dpd, isIdentityVerified } = account;
  if (!isLive(state)) return { state, hold: null };
  const reportAgeDays = reportOn === null ? null : daysBetween(reportOn as BusinessDate, today);
  return creditStanding({ state, hold: hold as CreditHold | null, dpd, isIdentityVerified, reportAgeDays });
}

function isLive(state: string): state is LiveCreditState {
  return state === 'active' || state === 'blocked_due' || state === 'suspended';
}
