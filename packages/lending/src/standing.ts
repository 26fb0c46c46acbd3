import {
  type BusinessDate,
  creditStanding,
  type CreditHold,
  daysBetween,
  isReviewedHold,
} from '@mohlat/money';
import { isLive, type Loan } from './borrower.ts';
import { pastDueAt } from './classify.ts';
import { type Decision, NOTHING } from './decision.ts';
import { dpdOn } from './standing-on.ts';

/** The part of a loan that decides its days past due. */
export type StandingLoan = Pick<
  Loan,
  'status' | 'closedThroughOn' | 'standings' | 'instalments' | 'charges' | 'freezes' | 'debits'
>;

/** A borrower's credit account: its recorded state, and the facts that decide the state it should have. */
export interface CreditAccount {
  readonly state: string;
  /** The reason of its hold or end; null where there is none, and where staff suspended or ended it by hand. */
  readonly hold: CreditHold | null;
  readonly limitPaise: number;
  /** As last recorded. */
  readonly daysPastDue: number;
  /** The day of the bureau report in use; null when it is unknown. */
  readonly reportOn: BusinessDate | null;
  readonly isIdentityVerified: boolean;
  /** The most days past due that a close ever found since a person last looked at arrears. */
  readonly dpdMax: number;
  /** True where a close found the borrower to be NPA. */
  readonly wasNpa: boolean;
  readonly isWrittenOff: boolean;
  /** True where a loan ended for less than was owed since staff last looked. Rule: LEND-D05 */
  readonly hasSettledForLess: boolean;
  /** True while a bank disputes a repayment, and where it took one back since staff last looked. Rule: LEND-14 */
  readonly isDisputed: boolean;
  readonly loans: readonly StandingLoan[];
}

/**
 * Days past due of a borrower's worst loan, as at its last close and less repayments since: 0 when no amount of earlier
 * days is owed, or only a debit is unanswered within its return window.
 * Rule: LEND-12, LEND-D1, LEND-D2, LEND-20
 */
export function daysPastDueNow(loans: readonly StandingLoan[]): number {
  const late = loans
    .filter((loan) => isLive(loan) && isOwingOn(loan, loan.closedThroughOn))
    .map((loan) => dpdOn(loan, loan.closedThroughOn));
  return Math.max(0, ...late);
}

/** The history of a loan's standing. */
export type History = Pick<StandingLoan, 'closedThroughOn' | 'standings'>;

/**
 * The most days past due that a close found for any of these loans since a day; null means since the first. The standing
 * on that day counts, even if it was written earlier.
 * Rule: LEND-D05, LEND-D6
 */
export function mostDaysPastDue(loans: readonly History[], since: BusinessDate | null): number {
  const found = loans.flatMap(({ standings, closedThroughOn }) => [
    ...standings.filter(({ on }) => since === null || on >= since).map(({ dpd }) => dpd),
    ...(since !== null && closedThroughOn >= since ? [dpdOn({ standings }, since)] : []),
  ]);
  return Math.max(0, ...found);
}

/** The recorded days past due of an account, and the day they are for; null where they were never recorded. */
export interface WrittenLateness {
  readonly daysPastDue: number;
  readonly pastDueOn: BusinessDate | null;
}

/**
 * Days past due of an account at the close of a day, by the last record: one more for each day since.
 * Rule: LEND-12, LEND-D6
 */
export function writtenDaysPastDue(
  { daysPastDue, pastDueOn }: WrittenLateness,
  day: BusinessDate | undefined,
): number {
  if (daysPastDue === 0 || pastDueOn === null || day === undefined) return daysPastDue;
  return daysPastDue + Math.max(0, daysBetween(pastDueOn, day));
}

/**
 * True of an instalment whose debit the bank has not answered, within the return window of a day: nothing of it is late by then.
 * Rule: LEND-20 (amended)
 */
export function isWithTheBank(
  { debits }: Pick<StandingLoan, 'debits'>,
  number: number,
  day: BusinessDate,
): boolean {
  return debits.some((debit) => debit.number === number && debit.endedAt === null && debit.answerByOn > day);
}

/** True where something is past due at the close of a day that is not with a bank. Rule: LEND-D1, LEND-20 (amended) */
export function isOwingOn(
  loan: Pick<StandingLoan, 'instalments' | 'charges' | 'freezes' | 'debits'>,
  day: BusinessDate,
): boolean {
  const { instalments, charges } = pastDueAt(loan, day);
  return charges.length > 0 || instalments.some(({ number }) => !isWithTheBank(loan, number, day));
}

/**
 * Records the state of an account today where it differs from the recorded one; its owner is told of a change of hold. An
 * account held by hand, or without a limit, keeps its state; its days past due are recorded anyway. One that lost its limit while it was
 * suspended is declined once the suspension ends: nothing is free again.
 * Rule: LEND-14, LEND-P3
 */
export function settleCredit(account: CreditAccount, today: BusinessDate): Decision {
  const daysPastDue = daysPastDueNow(account.loans);
  const { state, hold } = isHeldByHand(account) ? account : placeOf(account, daysPastDue, today);
  const isToTell = hold !== account.hold;
  if (!isToTell && state === account.state && daysPastDue === account.daysPastDue) return NOTHING;
  return {
    journals: [],
    changes: [{ change: 'credit_settled', state, hold, daysPastDue }],
    notices: isToTell ? [{ notice: 'credit_changed' }] : [],
  };
}

function isHeldByHand({ state, hold }: CreditAccount): boolean {
  const isPaying = state === 'active' || state === 'blocked_due';
  return !isPaying && (hold === null || (state !== 'suspended' && state !== 'revoked'));
}

function placeOf(account: CreditAccount, dpd: number, today: BusinessDate) {
  const standing = standingOf(account, dpd, today);
  const isKept = standing.state === 'revoked' || isReviewedHold(standing.hold);
  if (account.limitPaise > 0 || isKept) return standing;
  // `none` means that there never was a limit.
  return { state: 'declined', hold: null };
}

function standingOf(account: CreditAccount, dpd: number, today: BusinessDate) {
  const { reportOn, dpdMax, wasNpa, isWrittenOff, hasSettledForLess, isDisputed, isIdentityVerified } =
    account;
  return creditStanding({
    dpd,
    dpdMax,
    wasNpa,
    isWrittenOff,
    hasSettledForLess,
    isDisputed,
    isIdentityVerified,
    reportAgeDays: reportOn === null ? null : daysBetween(reportOn, today),
  });
}
