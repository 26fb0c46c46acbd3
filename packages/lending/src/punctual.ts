import { type BusinessDate, type InstalmentComponent, type Paise, sumPaise } from '@mohlat/money';
import type { Instalment, Loan } from './borrower.ts';
import { countedFrom, type FreezeFact } from './freeze.ts';
import { type Cashback, type CashbackTerms, cashbackFor, type Punctual } from './rewards.ts';

/*
 * The instalments that earn cashback. This follows from the shares of repayments alone, so that a second look finds the
 * same, and late news of money earns as money in time. Amounts are paise.
 */

/** A part of an instalment that a repayment covers, or that was let off. */
export interface PaidShare {
  readonly number: number;
  readonly component: InstalmentComponent;
  readonly amountPaise: Paise;
  /** The value date of its money, or the day from which it is let off. */
  readonly valueOn: BusinessDate;
}

/** The part of a loan that decides whether its instalments earn cashback. */
export interface RewardedLoan extends Pick<Loan, 'id' | 'status' | 'closedOn'> {
  /** Its days are closed through this one. */
  readonly closedThroughOn: BusinessDate;
  readonly cashback: CashbackTerms;
  readonly instalments: readonly Pick<
    Instalment,
    'number' | 'dueOn' | 'principalPaise' | 'feePaise' | 'interestPaise'
  >[];
  readonly shares: readonly PaidShare[];
  /** Parts that waivers cover: they are owed no more, and are no money. */
  readonly letOff: readonly PaidShare[];
  /** Oldest first. */
  readonly freezes: readonly FreezeFact[];
}

/** Cashback that a person has and keeps. */
export interface GivenCashback {
  readonly loanId: string;
  readonly number: number;
  readonly earnedOn: BusinessDate;
  readonly amountPaise: Paise;
}

/** Days, both included. */
export interface Span {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** An instalment that was covered in full by its due date, and the money that did so. */
export type Deserved = Omit<Punctual, 'givenInMonthPaise' | 'terms'>;

const EARNING: ReadonlySet<Loan['status']> = new Set(['active', 'npa', 'closed']);
/** A loan that is as if it had never been: its cashback goes with it. */
const UNDONE: ReadonlySet<Loan['status']> = new Set(['exited', 'unwound']);

/**
 * Every instalment of a loan that earns: covered in full by its due date, as it is shown after a freeze. A loan that was given
 * up, or ended for less than was owed, earns nothing more.
 * Rule: LEND-24 (rewards), LEND-X10
 */
export function deservedOf(loan: RewardedLoan): Deserved[] {
  return earningOf(loan).filter(({ earnedOn }) => loan.closedOn !== null || earnedOn <= loan.closedThroughOn);
}

const earningOf = (loan: RewardedLoan): Deserved[] => (EARNING.has(loan.status) ? coveredOf(loan) : []);

/**
 * Every instalment that was covered in time, with the money that did so: a part that was let off in time is not missing, and
 * earns nothing. When a loan was closed before a due date, that instalment counts on the day of closing with its reduced
 * amount, because interest of days to come is not owed.
 */
function coveredOf(loan: RewardedLoan): Deserved[] {
  return loan.instalments.flatMap((one) => {
    const dueOn = countedFrom(loan.freezes, one.dueOn);
    const inTime = ({ number, valueOn }: PaidShare) => number === one.number && valueOn <= dueOn;
    const shares = loan.shares.filter(inTime);
    const early = loan.closedOn !== null && loan.closedOn < dueOn ? loan.closedOn : undefined;
    // The last rupees that the closing sum let off stand nowhere but in the end of the loan. Rule: LEND-9
    const isRepaid = loan.status === 'closed' && loan.closedOn !== null && loan.closedOn <= dueOn;
    const covering = [...shares, ...loan.letOff.filter(inTime)];
    if (!isRepaid && !isCovered(one, covering, early !== undefined)) return [];
    return [{ loanId: loan.id, number: one.number, earnedOn: early ?? dueOn, paidPaise: amountOf(shares) }];
  });
}

function isCovered(
  one: RewardedLoan['instalments'][number],
  shares: readonly PaidShare[],
  isClosedEarly: boolean,
): boolean {
  const covered = (wanted: InstalmentComponent) =>
    amountOf(shares.filter(({ component }) => component === wanted));
  return (
    covered('principal') >= one.principalPaise &&
    covered('fee') >= one.feePaise &&
    (isClosedEarly || covered('interest') >= one.interestPaise)
  );
}

/**
 * The instalments of a span of days for which a person has no reward yet, with the cashback already given for the month.
 * Rule: LEND-24 (rewards)
 */
export function owingOf(
  loans: readonly RewardedLoan[],
  given: readonly GivenCashback[],
  { from, to }: Span,
): Punctual[] {
  return punctualOf(loans, given, (loan) =>
    deservedOf(loan).filter(({ earnedOn }) => from <= earnedOn && earnedOn <= to),
  );
}

/**
 * The cashback of instalments that are covered while their day is not over: it is given once that day is closed.
 * Rule: LEND-24 (rewards)
 */
export function comingOf(
  loans: readonly RewardedLoan[],
  given: readonly GivenCashback[],
  today: BusinessDate,
): Cashback[] {
  return cashbackFor(
    punctualOf(loans, given, (loan) => earningOf(loan).filter(({ earnedOn }) => earnedOn >= today)),
  );
}

function punctualOf(
  loans: readonly RewardedLoan[],
  given: readonly GivenCashback[],
  deserved: (loan: RewardedLoan) => readonly Deserved[],
): Punctual[] {
  const has = new Set(given.map(keyOf));
  return loans.flatMap((loan) =>
    deserved(loan)
      .filter((one) => !has.has(keyOf(one)))
      .map((one) => ({
        ...one,
        givenInMonthPaise: givenInMonth(given, one.earnedOn),
        terms: loan.cashback,
      })),
  );
}

/**
 * True where the instalment of a reward no longer deserves it: its loan is undone, or its money no longer covers it in time. A
 * loan that was given up or settled since takes back nothing that was earned before. A reward already used stays, at our expense.
 * Rule: LEND-24 (rewards)
 */
export function isUndeserved(
  reward: Pick<GivenCashback, 'loanId' | 'number'> & { readonly isUsed: boolean },
  loan: RewardedLoan,
): boolean {
  if (reward.isUsed) return false;
  return UNDONE.has(loan.status) || !coveredOf(loan).some((one) => keyOf(one) === keyOf(reward));
}

function givenInMonth(given: readonly GivenCashback[], on: BusinessDate): Paise {
  return amountOf(given.filter(({ earnedOn }) => earnedOn.slice(0, 7) === on.slice(0, 7)));
}

const keyOf = ({ loanId, number }: Pick<Deserved, 'loanId' | 'number'>) => `${loanId} ${number}`;

const amountOf = (parts: readonly { readonly amountPaise: Paise }[]): Paise =>
  sumPaise(parts.map((one) => one.amountPaise));
