import { addDays, type BusinessDate, type Paise } from '@mohlat/money';
import { after, lookedAt, withLoan } from './after.ts';
import { bouncesOf } from './is-back-dated.ts';
import { type Borrower, type Charge, isWrittenOffOn, type Loan } from './borrower.ts';
import { closeThrough, type ClosingDay, isHeldOtherwise } from './close-day.ts';
import { type Decision, NOTHING } from './decision.ts';
import { isPromisedAfter } from './hardship.ts';
import { unwound } from './loan-booked.ts';
import type { LoanPast } from './past.ts';
import { receipt } from './receive.ts';
import { byTurn, type Money } from './received.ts';
import { waive } from './relief.ts';
import { standingOn } from './standing-on.ts';
import { takeBack, type TakenBack, undoLoan } from './take-back.ts';
import { writeOff } from './write-off.ts';

/** Late news: a fact that changes days already closed. */
export type LateNews =
  /** Money that counts on an earlier day. Rule: LEND-W5, LEND-W6 */
  | { readonly news: 'received'; readonly money: Money }
  /** A repayment that no longer stands. Rule: LEND-W7 */
  | {
      readonly news: 'reversed';
      readonly loanId: string;
      readonly repaymentId: string;
      readonly valueOn: BusinessDate;
    }
  /** Held money of a repayment goes back to its payer: of all of it, `returnedPaise` counts no more. Rule: LEND-9 (EMI), LEND-W5 */
  | {
      readonly news: 'released';
      readonly loanId: string;
      readonly repaymentId: string;
      readonly valueOn: BusinessDate;
      readonly returnedPaise: Paise;
    }
  /** The bill came back: the loan is as if it had never been. Rule: LEND-16 journal 9 */
  | { readonly news: 'unwound'; readonly loanId: string };

/** The facts that a replay of days needs beside the borrower. */
export interface Rebooking {
  /** The past of every loan of the borrower. */
  readonly pasts: readonly LoanPast[];
  /**
   * The days to close, oldest first: from the first that is replayed (`closedBefore`), or the first open one, through the
   * newest.
   */
  readonly days: readonly ClosingDay[];
  readonly today: BusinessDate;
}

/** A borrower after the replay of their days. */
export interface Rebooked {
  readonly borrower: Borrower;
  readonly takenBack: readonly TakenBack[];
  /**
   * The part of the limit, in paise, that is used again because loans were taken back; less the bill of an undone loan.
   * Rule: LEND-14
   */
  readonly usedAgainPaise: number;
  /** The decisions of the replay, in their order; each builds on the state that the one before it left. */
  readonly lived: readonly Decision[];
}

/**
 * Replays the loan from the day of late news: takes it back to that day, books everything received since again, repeats
 * the decisions of staff in their order, and closes the days. A late charge that would not have arisen does not arise.
 *
 * Where the borrower is or was NPA in that time, the other loans are replayed too, because the class is the borrower's. So they
 * are where the loss allowance of a month's end is another one by that class. A replay of those levies only late charges that stood before, since their owner was told of no others. The same holds for
 * a loan that loses a repayment, or a part of one, and for one of which a hardship promised days without.
 * Rule: LEND-W5 to LEND-W7, LEND-D2, LEND-D7, LEND-L4, LEND-23, LEND-16 journal 9
 * @throws RangeError when the news is about no loan of the borrower or of a day after the loan ended, or money that counted does not
 */
export function rebookFrom(borrower: Borrower, news: LateNews, known: Rebooking): Rebooked {
  const loan = loanOf(borrower, news.news === 'received' ? news.money.loanId : news.loanId);
  const fromOn = firstDayOf(loan, news);
  const others = othersSince(borrower, loan, fromOn);
  const live = (beside: readonly Loan[]) => liveWithout(borrower, news, known, beside);
  if (wasNpa(borrower, fromOn)) return live(others);
  const alone = live([]);
  const days = known.days.map(({ day }) => day).filter((day) => day >= fromOn);
  return wasNpa(alone.borrower, fromOn) || isHeldOtherwise(borrower, alone.borrower, days)
    ? live(others)
    : alone;
}

/**
 * Replays without the bounce charges that never arose: the debit that came back succeeded after all, or by the day of the charge the
 * loan had ended or no longer performed. One is left out at a time, the oldest first, because the days after it may differ then.
 * Rule: LEND-L6, LEND-20 (amended), LEND-9, LEND-D4
 */
function liveWithout(
  borrower: Borrower,
  news: LateNews,
  known: Rebooking,
  others: readonly Loan[],
): Rebooked {
  const baseless = new Set(
    news.news === 'received'
      ? bouncesOf(loanOf(borrower, news.money.loanId), news.money).map(({ id }) => id)
      : [],
  );
  for (;;) {
    const lived = liveAgain(borrower, news, known, others, baseless);
    const late = lived.takenBack.flatMap(({ on, loan: { id } }) =>
      baselessOf(loanOf(lived.borrower, id), on),
    );
    const [first] = late.toSorted(({ leviedOn: a }, { leviedOn: b }) => (a < b ? -1 : 1));
    if (first === undefined) return lived;
    baseless.add(first.id);
  }
}

/** Charges for debits that came back in the days replayed, after the loan had ended or while it was NPA. */
function baselessOf(loan: Loan, fromOn: BusinessDate): Charge[] {
  const { charges, closedOn } = loan;
  const isBaseless = (leviedOn: BusinessDate) =>
    (closedOn !== null && leviedOn > closedOn) || standingOn(loan, addDays(leviedOn, -1))?.class === 'NPA';
  return charges.filter(
    ({ kind, leviedOn }) => kind === 'bounce' && leviedOn > fromOn && isBaseless(leviedOn),
  );
}

/** The first day that late news changes. */
export function firstDayOf({ disbursedOn }: Pick<Loan, 'disbursedOn'>, news: LateNews): BusinessDate {
  switch (news.news) {
    case 'received':
      return news.money.valueOn;
    case 'reversed':
    case 'released':
      return news.valueOn;
    case 'unwound':
      return disbursedOn;
  }
}

/** Other loans that were open on or after a day. */
export function othersSince({ loans }: Borrower, { id }: Loan, fromOn: BusinessDate): Loan[] {
  return loans.filter(
    (one) =>
      one.id !== id &&
      one.status !== 'unwound' &&
      (one.closedOn === null || one.closedOn >= fromOn) &&
      one.closedThroughOn >= laterOf(fromOn, one.disbursedOn),
  );
}

export const laterOf = (a: BusinessDate, b: BusinessDate) => (a > b ? a : b);

/** True where the borrower was NPA on some day since, also because a loan is written off and owed. Rule: LEND-D2, LEND-D5 */
export function wasNpa({ loans }: Borrower, fromOn: BusinessDate): boolean {
  return loans.some(
    (loan) =>
      isWrittenOffOn(loan, laterOf(fromOn, loan.writtenOffOn ?? fromOn)) ||
      loan.standings.some((one) => one.on >= fromOn && one.class === 'NPA') ||
      (loan.closedThroughOn >= fromOn && standingOn(loan, fromOn)?.class === 'NPA'),
  );
}

function liveAgain(
  borrower: Borrower,
  news: LateNews,
  { pasts, days, today }: Rebooking,
  others: readonly Loan[],
  baseless: ReadonlySet<string>,
): Rebooked {
  const loan = loanOf(borrower, news.news === 'received' ? news.money.loanId : news.loanId);
  const fromOn = firstDayOf(loan, news);
  const pastOf = ({ id }: Loan) => {
    const past = pasts.find(({ loanId }) => loanId === id);
    if (past === undefined) throw new RangeError('The past of a loan is not known');
    return past;
  };
  const noneNew = (one: Loan) => laterOf(one.noNewPenalThroughOn ?? today, today);
  const hasPromise = news.news !== 'received' || isPromisedAfter(loan.hardships, fromOn);
  const mainBack = () =>
    news.news === 'unwound'
      ? undoLoan(loan, pastOf(loan), today)
      : takeBack(loan, pastOf(loan), {
          on: fromOn,
          noNewPenalThroughOn: hasPromise ? noneNew(loan) : loan.noNewPenalThroughOn,
          baseless,
        });
  const takenBack = [
    mainBack(),
    ...others.map((one) =>
      takeBack(one, pastOf(one), {
        on: laterOf(fromOn, one.disbursedOn),
        noNewPenalThroughOn: noneNew(one),
        baseless,
      }),
    ),
  ];
  let state = lookedAt(takenBack.reduce((one, back) => withLoan(one, back.loan), borrower));
  const usedAgainPaise = state.usedPaise - borrower.usedPaise;
  const lived: Decision[] = [];
  const live = (decision: Decision) => {
    if (decision === NOTHING) return;
    lived.push(decision);
    state = after(state, decision.changes);
  };
  if (news.news === 'unwound') live(unwound(loan, today));
  // Days that are closed already bring nothing.
  const closeUpTo = (day: BusinessDate) => {
    const through = days.filter((one) => one.day <= day);
    live(closeThrough(state, through).decision);
  };
  for (const event of eventsOf(news, takenBack)) {
    closeUpTo(addDays(event.on, -1));
    live(event.decide(state));
  }
  // An undone loan has no days to close. Days of the other loans stand where no journal of them was taken back.
  const newest = days.at(-1);
  if (newest !== undefined && (news.news !== 'unwound' || others.length > 0)) closeUpTo(newest.day);
  return { borrower: state, takenBack, usedAgainPaise, lived };
}

interface Event {
  readonly at: number;
  readonly id: string;
  readonly on: BusinessDate;
  readonly decide: (borrower: Borrower) => Decision;
}

/** The events of the replay, in the order in which they happened. Money of the very moment of a waiver or a write-off comes after it. */
function eventsOf(news: LateNews, takenBack: readonly TakenBack[]): Event[] {
  const undone = takenBack.flatMap(({ receipts }) => receipts);
  const relief = takenBack.filter(({ loan }) => loan.status !== 'unwound').flatMap((one) => reliefOf(one));
  const money = moneyOf(news, undone).toSorted(byTurn);
  return [
    ...relief.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ...money.map((one) => receiptEvent(one)),
  ].toSorted((a, b) => a.at - b.at);
}

function moneyOf(news: LateNews, undone: readonly Money[]): readonly Money[] {
  switch (news.news) {
    case 'received':
      return [...undone, news.money];
    case 'unwound':
      return undone;
    case 'reversed':
      return standing(undone, news).filter(({ repaymentId }) => repaymentId !== news.repaymentId);
    case 'released': {
      const { repaymentId, returnedPaise } = news;
      return standing(undone, news).map((one) =>
        one.repaymentId === repaymentId ? { ...one, returnedPaise } : one,
      );
    }
  }
}

/** The money that was taken back, the repayment of the news among it. */
function standing(undone: readonly Money[], { repaymentId }: { readonly repaymentId: string }) {
  if (undone.every((one) => one.repaymentId !== repaymentId))
    throw new RangeError('Money that counts no more was not taken back');
  return undone;
}

function receiptEvent(money: Money): Event {
  const { receivedAt, repaymentId, valueOn } = money;
  return { at: receivedAt, id: repaymentId, on: valueOn, decide: (state) => receipt(state, money) };
}

/** Waivers and write-offs are facts: the replay applies each to the state at its turn. */
function reliefOf({ loan, waivers, writeOffs }: TakenBack): Event[] {
  const granted = waivers.filter(({ isTiny }) => !isTiny);
  return [
    ...granted.map((one): Event => ({
      at: one.at,
      id: one.id,
      on: one.effectiveOn,
      decide: (state) => waive(loanOf(state, loan.id), one),
    })),
    ...writeOffs.map((one): Event => ({
      at: one.at,
      id: one.id,
      on: one.effectiveOn,
      decide: (state) => writeOff(loanOf(state, loan.id), one),
    })),
  ];
}

function loanOf({ loans }: Borrower, loanId: string): Loan {
  const loan = loans.find(({ id }) => id === loanId);
  if (loan === undefined) throw new RangeError('Late news is about a loan of the borrower');
  return loan;
}
