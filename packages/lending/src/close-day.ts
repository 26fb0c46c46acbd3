import {
  addDays,
  type AssetClass,
  type BusinessDate,
  istDate,
  monthEnd,
  partOf,
  subtractPaise,
} from '@mohlat/money';
import { after } from './after.ts';
import { accruedSince } from './accrue.ts';
import { financedLeft } from './balances.ts';
import { wasBlocked } from './blocked.ts';
import { type Borrower, type Hardship, isLive, type Loan } from './borrower.ts';
import { classOfBorrower } from './borrower-class.ts';
import { classify } from './classify.ts';
import { type Decision, NOTHING, type RowChange, together } from './decision.ts';
import { isFrozen } from './freeze.ts';
import { isLasting } from './hardship.ts';
import { accrual, allowanceMoved } from './loan-journals.ts';
import { nextDayOf } from './next-day.ts';
import { openDay } from './open-day.ts';
import { dpdOn, standingOn } from './standing-on.ts';

/** Shares of principal and fee that are held against losses, in basis points, by class. Rule: LEND-D7 */
export interface LossRates {
  readonly earlyBps: number;
  readonly lateBps: number;
  readonly npaBps: number;
}

/** Rates with the instant from which they hold. */
export interface DatedLossRates {
  readonly startsAt: Date;
  readonly lossRates: LossRates;
}

/**
 * Picks the rates in force when a day ends: of two that begin on one day the later. Before there were any, the first ones count.
 * Takes them in the order in which they come into force. Rule: LEND-D7
 */
export function lossRatesOn(inOrder: readonly DatedLossRates[], day: BusinessDate): LossRates {
  const begun = inOrder.findLast(({ startsAt }) => istDate(startsAt.getTime()) <= day);
  const dated = begun ?? inOrder[0];
  if (!dated) throw new RangeError('There are no rates of losses');
  return dated.lossRates;
}

/** Facts about a day that its close needs beside the borrower. */
export interface DayFacts {
  /** Our own repayment channels were down at the end of the day. Rule: LEND-L3 */
  readonly wereChannelsDown: boolean;
  /** As in force on the day. */
  readonly lossRates: LossRates;
}

/** A day to close, with its facts. */
export interface ClosingDay extends DayFacts {
  readonly day: BusinessDate;
}

/** A step of the close: decides about these loans, from the state that the step before it left. */
type Step = (borrower: Borrower, loans: readonly Loan[], day: BusinessDate, facts: DayFacts) => Decision;

/**
 * Closes a business day for a borrower and opens the next: interest (journal 10), days past due and class (26, 28), at a
 * month's end the loss allowance (25), hardships that end. Then come instalments that fall due (11), money held for them
 * (12), late charges (21) and tiny balances (22). Loans that have not closed the day post their interest since the last
 * closed one, because days between brought interest alone. A loan that is frozen on the day gets interest alone.
 * Rule: LEND-22 steps 2, 3 and 6, LEND-B2, LEND-X10
 */
export function closeDay(borrower: Borrower, day: BusinessDate, facts: DayFacts): Decision {
  const before = borrower.loans.filter((loan) => isToClose(loan, day));
  if (before.length === 0) return NOTHING;
  const due = new Set(before.map(({ id }) => id));
  let state = borrower;
  const decided = STEPS.map((step) => {
    const loans = state.loans.filter(({ id }) => due.has(id));
    const decision = step(state, loans, day, facts);
    state = after(state, decision.changes);
    return decision;
  });
  return together([...decided, countDays(state, before, day, facts)]);
}

/** A borrower after the close of some days, and the decisions of those days. */
export interface ClosedDays {
  readonly borrower: Borrower;
  readonly decision: Decision;
}

/** True where the day is not written and no earlier day still needs a look. */
function isToClose(loan: Loan, day: BusinessDate): boolean {
  const { closedThroughOn, nextOn } = loan;
  if (!isLive(loan) || closedThroughOn >= day) return false;
  return closedThroughOn === addDays(day, -1) || (nextOn !== null && nextOn >= day);
}

/** True where the close of a day, or of one before it, may bring a loan more than interest. Rule: LEND-22, LEND-B2 */
export function isToLookAt(
  { closedThroughOn, nextOn }: Pick<Loan, 'closedThroughOn' | 'nextOn'>,
  day: BusinessDate,
): boolean {
  return closedThroughOn < day && (nextOn === null || nextOn <= day);
}

/**
 * Closes several days for a borrower, each from the state that the one before it left; days that bring only interest are closed
 * with the next one that brings more. `days` follow each other, oldest first.
 * Rule: LEND-B2, LEND-B3
 */
export function closeDays(borrower: Borrower, days: readonly ClosingDay[]): ClosedDays {
  return oneByOne(
    borrower,
    days.map(
      ({ day, ...facts }) =>
        (state) =>
          lookAt(state, day, facts),
    ),
  );
}

/**
 * Closes several days and writes the last of them in any case, so that money or a decision of staff meets loans of that
 * day.
 * Rule: LEND-B2, LEND-B3
 */
export function closeThrough(borrower: Borrower, days: readonly ClosingDay[]): ClosedDays {
  const last = days.length - 1;
  return oneByOne(
    borrower,
    days.map(
      ({ day, ...facts }, index) =>
        (state) =>
          (index === last ? closeDay : lookAt)(state, day, facts),
    ),
  );
}

type Close = (borrower: Borrower) => Decision;

function oneByOne(borrower: Borrower, closes: readonly Close[]): ClosedDays {
  let state = borrower;
  const decisions = closes.map((close) => {
    const decision = close(state);
    state = after(state, decision.changes);
    return decision;
  });
  return { borrower: state, decision: asOneLook(borrower, state, together(decisions)) };
}

/** Reduces several looks to one: a loan's next day is the one at the end, beside the one at the start. One that ended has none. */
function asOneLook({ loans }: Borrower, end: Borrower, decision: Decision): Decision {
  if (decision === NOTHING) return NOTHING;
  const known = new Map(loans.map(({ id, nextOn }) => [id, nextOn]));
  const stood = new Map(end.loans.map((loan) => [loan.id, loan]));
  const looks = new Set<string>();
  const changes = decision.changes.flatMap((change): RowChange[] => {
    if (change.change !== 'days_closed' && change.change !== 'next_day_set') return [change];
    const { loanId } = change;
    const knownNextOn = known.get(loanId) ?? null;
    const loan = stood.get(loanId);
    const nextOn = loan && !isLive(loan) ? null : (loan?.nextOn ?? change.nextOn);
    if (change.change === 'days_closed') return [{ ...change, knownNextOn, nextOn }];
    if (looks.has(loanId)) return [];
    looks.add(loanId);
    return [{ ...change, knownNextOn, nextOn }];
  });
  return { ...decision, changes };
}

/** Closes a day if it brings a loan more than interest; otherwise answers the next day that may. */
function lookAt(borrower: Borrower, day: BusinessDate, facts: DayFacts): Decision {
  const due = borrower.loans.filter((loan) => isToClose(loan, day));
  if (due.every(({ nextOn }) => nextOn !== null && nextOn > day)) return NOTHING;
  const decision = closeDay(borrower, day, facts);
  if (bringsMore(day, decision)) return decision;
  return {
    ...NOTHING,
    changes: due
      .filter(({ nextOn }) => nextOn === null || nextOn <= day)
      .map((loan) => ({
        change: 'next_day_set',
        loanId: loan.id,
        knownNextOn: loan.nextOn,
        nextOn: nextOf(loan, day, facts),
      })),
  };
}

/**
 * True where a decision holds more than interest. A loan that is past due on the day is written too, because the credit
 * account follows from it.
 */
function bringsMore(day: BusinessDate, { journals, changes }: Decision): boolean {
  return (
    isMonthEnd(day) ||
    journals.some(({ kind }) => kind !== 'accrual') ||
    changes.some(({ change }) => change !== 'days_closed')
  );
}

const isMonthEnd = (day: BusinessDate) => day === monthEnd(day);

/**
 * The next day to look at; null for a loan that ended. After an outage of ours it is the day after, which may levy the charge that was left out.
 * Rule: LEND-L3
 */
function nextOf(loan: Loan, day: BusinessDate, { wereChannelsDown }: DayFacts): BusinessDate | null {
  if (!isLive(loan)) return null;
  return wereChannelsDown ? addDays(day, 1) : nextDayOf(loan, day);
}

const STEPS: readonly Step[] = [accrue, classify, setAllowance, endHardships, openNext];

/** Rule: LEND-A1 */
function accrue(_: Borrower, loans: readonly Loan[], day: BusinessDate): Decision {
  return { ...NOTHING, journals: loans.map((loan) => accrual(loan, day, accruedSince(loan, day))) };
}

/**
 * Sets the loss allowance on a month's last day by principal and fee of each loan and the class of that day, which is the
 * borrower's. A frozen loan keeps its own.
 * Rule: LEND-D2, LEND-D7, LEND-22 step 9, LEND-X10
 */
function setAllowance(
  borrower: Borrower,
  loans: readonly Loan[],
  day: BusinessDate,
  { lossRates }: DayFacts,
): Decision {
  if (!isMonthEnd(day)) return NOTHING;
  const worst = classOfBorrower(borrower.loans, day);
  const classOf = (loan: Loan) =>
    isFrozen(loan.freezes, day) ? (standingOn(loan, day)?.class ?? 'STD') : worst;
  return together(loans.map((loan) => allowanceOf(loan, day, lossRates[rateOf(classOf(loan))])));
}

function allowanceOf(loan: Loan, day: BusinessDate, rateBps: number): Decision {
  const wanted = partOf(financedLeft(loan), rateBps, 10_000);
  const changePaise = subtractPaise(wanted, loan.allowancePaise);
  if (changePaise === 0) return NOTHING;
  return {
    journals: [allowanceMoved(loan, day, changePaise)],
    changes: [{ change: 'allowance_set', loanId: loan.id, amountPaise: wanted }],
    notices: [],
  };
}

/** The rate of a class. Rule: LEND-D7 */
function rateOf(assetClass: AssetClass): keyof LossRates {
  switch (assetClass) {
    case 'NPA':
      return 'npaBps';
    case 'SMA1':
    case 'SMA2':
      return 'lateBps';
    case 'STD':
    case 'SMA0':
      return 'earlyBps';
  }
}

/**
 * True where, on one of these days that ends a month, more or less is held against losses of one borrower than of the other, of
 * whom more or other news is known. Rule: LEND-D2, LEND-D7
 */
export function isHeldOtherwise(known: Borrower, other: Borrower, days: readonly BusinessDate[]): boolean {
  const rateAt = ({ loans }: Borrower, day: BusinessDate) => rateOf(classOfBorrower(loans, day));
  return days.some((day) => isMonthEnd(day) && rateAt(known, day) !== rateAt(other, day));
}

/** Ends a hardship at the close of a day on which no amount is past due, if one was since it began. Rule: LEND-23 */
function endHardships(_: Borrower, loans: readonly Loan[], day: BusinessDate): Decision {
  const changes = loans.flatMap((loan) =>
    loan.hardships
      .filter((one) => isOver(loan, one, day))
      .map((one): RowChange => ({
        change: 'hardship_ended',
        loanId: loan.id,
        hardshipId: one.id,
        on: day,
      })),
  );
  return { ...NOTHING, changes };
}

function isOver(loan: Loan, hardship: Hardship, day: BusinessDate): boolean {
  if (hardship.endedOn !== null || !isLasting(hardship, day) || isPastDueOn(loan, day)) return false;
  const eve = addDays(hardship.fromOn, -1);
  return isPastDueOn(loan, eve) || loan.standings.some(({ on, dpd }) => on > eve && dpd > 0);
}

function isPastDueOn(loan: Loan, day: BusinessDate): boolean {
  return dpdOn(loan, day) > 0;
}

/** Opens the next day for loans that are not frozen. Rule: LEND-X10 */
function openNext(borrower: Borrower, loans: readonly Loan[], day: BusinessDate, facts: DayFacts): Decision {
  const open = loans.filter((loan) => !isFrozen(loan.freezes, day));
  return openDay(borrower, open, addDays(day, 1), facts.wereChannelsDown || wasBlocked(borrower.blocks, day));
}

/** Marks the days of each loan as closed through the day, and sets its next day from the decisions. */
function countDays({ loans }: Borrower, due: readonly Loan[], day: BusinessDate, facts: DayFacts): Decision {
  const stood = new Map(loans.map((loan) => [loan.id, loan]));
  const changes = due.map((before): RowChange => ({
    change: 'days_closed',
    loanId: before.id,
    afterOn: before.closedThroughOn,
    throughOn: day,
    knownNextOn: before.nextOn,
    nextOn: nextOf(stood.get(before.id) ?? before, day, facts),
  }));
  return { ...NOTHING, changes };
}
