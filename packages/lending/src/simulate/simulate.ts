import { addDays, type BusinessDate, daysBetween, type Paise, paise, ZERO_PAISE } from '@mohlat/money';
import { after } from '../after.ts';
import type { Borrower } from '../borrower.ts';
import { closeDay } from '../close-day.ts';
import type { Journal } from '../journals.ts';
import { act, LATE_DAYS_MAX, type Plan } from './acts.ts';
import { type Deed, happen } from './deeds.ts';
import { type Random, seeded } from './random.ts';
import { assertSound, type Books, posted } from './sound.ts';
import { intentsOf, type Temperament } from './temperaments.ts';
import { type LoanTerms, newLoan } from './terms.ts';

/** Faults around a borrower. */
export interface Faults {
  /** The share of payments that are heard of days late, in percent. */
  readonly latePercent: number;
  /** Days on which our own repayment channels were down. */
  readonly outages: ReadonlySet<BusinessDate>;
}

export interface LifeOptions {
  readonly userId: string;
  readonly seed: number;
  readonly temperament: Temperament;
  readonly firstOn: BusinessDate;
  readonly days: number;
  readonly faults: Faults;
}

/** A borrower's life: its deeds, and the loan book after them. */
export interface Life {
  readonly options: LifeOptions;
  /** In the order in which they were heard of. */
  readonly deeds: readonly Deed[];
  readonly borrower: Borrower;
  readonly journals: readonly Journal[];
  /** The number of days replayed because of late money. */
  readonly daysAgain: number;
}

/** Shares held against losses, in basis points, as the first settings of the product have them. */
const LOSS_RATES = { earlyBps: 100, lateBps: 1_500, npaBps: 6_000 };
const COUNTS = [1, 3, 3, 6, 12] as const;
const BILL_LEAST = 8_000;
const BILL_MOST = 48_000;

/** A day of a life: its state in the morning, and its result. */
interface LivedDay extends PastDay {
  readonly morning: Books;
  readonly evening: Books;
}

/** A day that is too old for late news to change it. */
interface PastDay {
  readonly deeds: readonly Deed[];
  readonly journals: readonly Journal[];
  readonly morning?: Books;
}

/**
 * Lives a borrower's days one after the other: lends, carries out their intents, closes each day, and compares the books
 * with the state after each step. Late money is booked on its day, and the days since are replayed. Equal options give
 * equal lives.
 * @throws RangeError when an invariant of the loan book does not hold
 */
export function simulate(options: LifeOptions): Life {
  const random = seeded(options.seed);
  const bills = billsOf(options, random);
  const agenda = new Map<BusinessDate, Plan[]>();
  const plan = (one: Plan) => agenda.set(one.on, [...(agenda.get(one.on) ?? []), one]);
  const lived: PastDay[] = [];
  const unheard: Deed[] = [];
  const heard: Deed[] = [];
  let turn = 0;
  let daysAgain = 0;
  const nextTurn = () => (turn += 1);
  let state: Books = {
    borrower: { userId: options.userId, usedPaise: ZERO_PAISE, loans: [] },
    ledger: {},
  };
  for (let number = 0; number < options.days; number += 1) {
    const day = addDays(options.firstOn, number);
    const news = unheard.filter(({ heardOn }) => heardOn === day);
    if (news.length > 0) {
      heard.push(...news);
      const again = liveAgain(lived, news, options);
      daysAgain += number - again.from;
      state = again.evening;
    }
    const today = begin(state);
    const terms = bills.get(day);
    if (terms) {
      today.let({ deed: 'lent', terms, loanId: terms.id, on: day, heardOn: day, turn: nextTurn() });
      const dues = newLoan(terms).instalments.map((one) => ({ number: one.number, on: one.dueOn }));
      for (const intent of intentsOf(options.temperament, random, dues, day))
        plan({ on: intent.on, loanId: terms.id, act: intent });
    }
    // A consequence of a deed may fall on the same day.
    for (let next = 0; next < (agenda.get(day)?.length ?? 0); next += 1) {
      const one = agenda.get(day)?.[next];
      const loan = today.state().borrower.loans.find(({ id }) => id === one?.loanId);
      if (!one || !loan) continue;
      const acted = act(loan, one, { day, random, latePercent: options.faults.latePercent, nextTurn });
      acted.plans.forEach(plan);
      for (const deed of acted.deeds)
        if (deed.heardOn > day) unheard.push(deed);
        else today.let(deed);
    }
    const night = today.close(day, options.faults);
    heard.push(...night.deeds);
    lived.push(night);
    forget(lived, number - LATE_DAYS_MAX);
    state = night.evening;
  }
  return {
    options,
    deeds: heard,
    borrower: state.borrower,
    journals: lived.flatMap(({ journals }) => journals),
    daysAgain,
  };
}

/** Drops the morning state of a day, because the states of all days take more memory than the life. */
function forget(lived: PastDay[], number: number): void {
  const day = lived[number];
  if (day) lived[number] = { deeds: day.deeds, journals: day.journals };
}

/**
 * Puts deeds on their days and replays the days since the first of them. Answers the number of replayed days, and the
 * newest evening.
 */
function liveAgain(lived: PastDay[], news: readonly Deed[], { firstOn, faults }: LifeOptions) {
  const from = Math.min(...news.map(({ on }) => daysBetween(firstOn, on)));
  let evening = lived[from]?.morning;
  if (evening === undefined) throw new RangeError('News of a day that is forgotten');
  for (let number = from; number < lived.length; number += 1) {
    const day = addDays(firstOn, number);
    const today = begin(evening);
    const deeds = [...(lived[number]?.deeds ?? []), ...news.filter(({ on }) => on === day)];
    for (const deed of deeds.toSorted((a, b) => a.turn - b.turn)) today.let(deed);
    const night = today.close(day, faults);
    lived[number] = night;
    evening = night.evening;
  }
  return { from, evening };
}

/** A day under way, from the state of its morning. Each step is checked against the invariants. */
function begin(morning: Books) {
  let state = morning;
  const deeds: Deed[] = [];
  const journals: Journal[] = [];
  const book = (borrower: Borrower, booked: readonly Journal[]) => {
    const before = state;
    state = { borrower, ledger: posted(state.ledger, booked) };
    journals.push(...booked);
    assertSound(state, before);
  };
  return {
    state: () => state,
    let(deed: Deed) {
      deeds.push(deed);
      const happened = happen(state.borrower, deed);
      book(happened.borrower, happened.journals);
    },
    close(day: BusinessDate, { outages }: Faults): LivedDay {
      const facts = { wereChannelsDown: outages.has(day), lossRates: LOSS_RATES };
      const decided = closeDay(state.borrower, day, facts);
      book(after(state.borrower, decided.changes), decided.journals);
      return { morning, deeds, evening: state, journals };
    },
  };
}

/** A bill in the first weeks, and another one every quarter or so. */
function billsOf(
  { userId, firstOn, days }: LifeOptions,
  random: Random,
): ReadonlyMap<BusinessDate, LoanTerms> {
  const bills = new Map<BusinessDate, LoanTerms>();
  for (let day = random.int(0, 20); day < days - 5; day += random.int(35, 130)) {
    const disbursedOn = addDays(firstOn, day);
    const id = `${userId} l${bills.size + 1}`;
    bills.set(disbursedOn, { id, billPaise: billOf(random), count: random.pick(COUNTS), disbursedOn });
  }
  return bills;
}

function billOf(random: Random): Paise {
  return paise(random.int(BILL_LEAST, BILL_MOST) * 100 + random.int(0, 99));
}
