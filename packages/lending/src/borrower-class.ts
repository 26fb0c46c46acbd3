import {
  addDays,
  ASSET_CLASSES,
  type AssetClass,
  type BusinessDate,
  earliestOf,
  type Paise,
  sumPaise,
  unpaidOfCharge,
  unpaidOfInstalment,
} from '@mohlat/money';
import { isLive, isWrittenOffOn, type Loan } from './borrower.ts';
import { pastDueAt, pastDueSince } from './classify.ts';
import { standingOn } from './standing-on.ts';

/** The part of a loan that says in which class it was, and until when. */
export type ClassedLoan = Pick<Loan, 'closedOn' | 'writtenOffOn' | 'standings'>;

/**
 * The asset class of a borrower at the close of a day: the worst of their loans binds. A loan that is repaid or unwound
 * counts for the days before; one that is written off is NPA until it is owed no more.
 * Rule: LEND-D2, LEND-D3, LEND-D5
 */
export function classOfBorrower(loans: readonly ClassedLoan[], day: BusinessDate): AssetClass {
  const ranks = loans
    .filter(({ closedOn }) => closedOn === null || day < closedOn)
    .map((loan) => rankOf(isWrittenOffOn(loan, day) ? 'NPA' : (standingOn(loan, day)?.class ?? 'STD')));
  return ASSET_CLASSES[Math.max(0, ...ranks)]!;
}

/** The class that a borrower is in, and how they came to it. */
export interface ClassChange {
  readonly class: AssetClass;
  /** The day at whose close it began; null for a borrower who was never in another one. */
  readonly since: BusinessDate | null;
  /** The class before it was a better one. */
  readonly isForTheWorse: boolean;
}

/**
 * The class of a borrower at the close of a day, with the day it began. A formal notice is owed for a change for the worse.
 * Rule: LEND-D2, LEND-D3, LEND-23
 */
export function lastClassChange(loans: readonly ClassedLoan[], day: BusinessDate): ClassChange {
  const now = classOfBorrower(loans, day);
  for (const on of daysOfChange(loans, day)) {
    const before = classOfBorrower(loans, addDays(on, -1));
    if (before !== now) return { class: now, since: on, isForTheWorse: rankOf(before) < rankOf(now) };
  }
  return { class: now, since: null, isForTheWorse: false };
}

const rankOf = (one: AssetClass): number => ASSET_CLASSES.indexOf(one);

/** The days on which the class of a loan may have changed, newest first. */
function daysOfChange(loans: readonly ClassedLoan[], through: BusinessDate): BusinessDate[] {
  const days = loans.flatMap(({ standings, closedOn, writtenOffOn }) => [
    ...standings.map(({ on }) => on),
    ...[closedOn, writtenOffOn].filter((on) => on !== null),
  ]);
  return [...new Set(days)]
    .filter((on) => on <= through)
    .toSorted()
    .toReversed();
}

/** The overdue part of live loans. */
export interface Overdue {
  /** Instalments and charges together. */
  readonly paise: Paise;
  readonly chargesPaise: Paise;
  /** The day from which the oldest of it counts. */
  readonly since: BusinessDate | undefined;
}

/** Sums up the amounts of live loans that are past due at the close of a day. Rule: LEND-D1, LEND-L7, LEND-X10 */
export function overdueAt(loans: readonly Loan[], day: BusinessDate): Overdue {
  const live = loans.filter(isLive);
  const due = live.map((loan) => pastDueAt(loan, day));
  const instalments = due.flatMap((one) => one.instalments.map(unpaidOfInstalment));
  const charges = due.flatMap((one) => one.charges.map(unpaidOfCharge));
  const days = live.map((loan) => pastDueSince(loan, day)).filter((one) => one !== undefined);
  return {
    paise: sumPaise([...instalments, ...charges]),
    chargesPaise: sumPaise(charges),
    since: earliestOf(days),
  };
}
