import {
  type BusinessDate,
  creditStanding,
  type CreditHold,
  daysBetween,
  unpaidOfCharge,
  unpaidOfInstalment,
} from '@mohlat/money';
import { isLive, type Loan } from './borrower.ts';
import { type Decision, NOTHING } from './decision.ts';
import { standingOn } from './standing-on.ts';

/** What lateness of a loan is made out by. */
export type StandingLoan = Pick<
  Loan,
  'status' | 'closedThroughOn' | 'standings' | 'instalments' | 'charges' | 'debits'
>;

/** What is known of a borrower's account: how it stands in writing, and what decides how it should. */
export interface CreditAccount {
  readonly state: string;
  /** Why it rests or ended; null where it does not, and where somebody suspended or ended it by hand. */
  readonly hold: CreditHold | null;
  /** As written down last. */
  readonly daysPastDue: number;
  /** Of the report in use; null when no day is known. */
  readonly reportOn: BusinessDate | null;
  readonly isIdentityVerified: boolean;
  /** The most days past due that a close ever found since a person last looked at arrears. */
  readonly dpdMax: number;
  /** Some close ever found that it does not perform. */
  readonly wasNpa: boolean;
  readonly isWrittenOff: boolean;
  /** Since a person last looked, a loan ended for less than was owed. Rule: LEND-D05 */
  readonly hasSettledForLess: boolean;
  readonly loans: readonly StandingLoan[];
}

/**
 * Days past due of a borrower's worst loan, as at its last close and less what was repaid since: 0 when nothing is owed from before,
 * or only what a bank has been asked for and has not answered in its time.
 * Rule: LEND-12, LEND-D1, LEND-D2, LEND-20
 */
export function daysPastDueNow(loans: readonly StandingLoan[]): number {
  const late = loans.filter((loan) => isLive(loan) && isOwingFromBefore(loan)).map(dpdAtLastClose);
  return Math.max(0, ...late);
}

/** How a loan stood over time. */
export type History = Pick<StandingLoan, 'closedThroughOn' | 'standings'>;

/**
 * The most days past due that a close found of any of these loans since a day; since ever where it is null. How a loan stood on that
 * day counts, whenever that was written.
 * Rule: LEND-D05, LEND-D6
 */
export function mostDaysPastDue(loans: readonly History[], since: BusinessDate | null): number {
  const found = loans.flatMap(({ standings, closedThroughOn }) => [
    ...standings.filter(({ on }) => since === null || on >= since).map(({ dpd }) => dpd),
    ...(since !== null && closedThroughOn >= since ? [standingOn({ standings }, since)?.dpd ?? 0] : []),
  ]);
  return Math.max(0, ...found);
}

/** How late an account was written down to be, and the day that counts for; null where nobody wrote it down. */
export interface WrittenLateness {
  readonly daysPastDue: number;
  readonly pastDueOn: BusinessDate | null;
}

/**
 * Days past due of an account at the close of a day, as written down last: one more for each day since.
 * Rule: LEND-12, LEND-D6
 */
export function writtenDaysPastDue(
  { daysPastDue, pastDueOn }: WrittenLateness,
  day: BusinessDate | undefined,
): number {
  if (daysPastDue === 0 || pastDueOn === null || day === undefined || pastDueOn >= day) return daysPastDue;
  return daysPastDue + daysBetween(pastDueOn, day);
}

function dpdAtLastClose(loan: StandingLoan): number {
  return standingOn(loan, loan.closedThroughOn)?.dpd ?? 0;
}

function isOwingFromBefore({ instalments, charges, debits, closedThroughOn }: StandingLoan): boolean {
  const isUnderReview = (number: number) =>
    debits.some(
      (debit) => debit.number === number && debit.endedAt === null && debit.answerByOn > closedThroughOn,
    );
  return (
    instalments.some(
      (one) =>
        one.isDemanded &&
        one.dueOn <= closedThroughOn &&
        unpaidOfInstalment(one) > 0 &&
        !isUnderReview(one.number),
    ) || charges.some((charge) => charge.overdueOn <= closedThroughOn && unpaidOfCharge(charge) > 0)
  );
}

/**
 * Writes where an account stands today, if that is another place than it is written down to stand in; its owner is told of a change
 * of hold. An account suspended or ended by hand stays as it is, and so does one without a limit; how late it is is written anyway.
 * Rule: LEND-14, LEND-P3
 */
export function settleCredit(account: CreditAccount, today: BusinessDate): Decision {
  const daysPastDue = daysPastDueNow(account.loans);
  const { state, hold } = isHeldByHand(account) ? account : placeOf(account, daysPastDue, today);
  const isToTell = hold !== account.hold;
  if (!isToTell && daysPastDue === account.daysPastDue) return NOTHING;
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
  const { reportOn, dpdMax, wasNpa, isWrittenOff, hasSettledForLess, isIdentityVerified } = account;
  return creditStanding({
    dpd,
    dpdMax,
    wasNpa,
    isWrittenOff,
    hasSettledForLess,
    isIdentityVerified,
    reportAgeDays: reportOn === null ? null : daysBetween(reportOn, today),
  });
}
