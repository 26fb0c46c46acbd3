import { addDays, addPaise, type BusinessDate, type Paise, paise, sumPaise, ZERO_PAISE } from '@mohlat/money';
import { hasAgreement } from '../agreement.ts';
import type { Borrower } from '../borrower.ts';
import type { Journal } from '../journals.ts';
import { RAIL_MIN_PAISE } from '../rail-min.ts';
import { act, LATE_DAYS_MAX, type Plan } from './acts.ts';
import { liveAgain } from './again.ts';
import { begin, excessOf, type Facts, type Faults, type PastDay, type State } from './days.ts';
import { type Deed, isOfDay, isOfRewards, type News } from './deeds.ts';
import { type Random, seeded } from './random.ts';
import { assertOwed, keepRewards, type Rewards, spendRewards, usablePaise } from './rewarding.ts';
import { intentsOf, type Temperament } from './temperaments.ts';
import { type LoanTerms, newLoan } from './terms.ts';

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
  /** The number of days replayed because of late news. */
  readonly daysAgain: number;
}

const COUNTS = [1, 3, 3, 6, 12] as const;
const BILL_LEAST = 8_000;
const BILL_MOST = 48_000;

/** A life under way. */
interface Living {
  readonly options: LifeOptions;
  readonly random: Random;
  readonly bills: ReadonlyMap<BusinessDate, LoanTerms>;
  readonly agenda: Map<BusinessDate, Plan[]>;
  readonly facts: Facts;
  readonly rewards: Rewards;
  readonly lived: PastDay[];
  readonly unheard: News[];
  readonly heard: Deed[];
  readonly nextTurn: () => number;
  state: State;
  daysAgain: number;
}

/**
 * Lives a borrower's days one after the other: lends, carries out their intents, closes each day, and compares the books
 * with the state after each step. Late news is put on its day, and the days since are replayed. Equal options give
 * equal lives.
 * @throws RangeError when an invariant of the loan book does not hold
 */
export function simulate(options: LifeOptions): Life {
  const random = seeded(options.seed);
  const facts: Facts = { returned: new Map(), rewound: new Map() };
  let turn = 0;
  const life: Living = {
    options,
    random,
    bills: billsOf(options, random),
    agenda: new Map(),
    facts,
    rewards: { all: [], journals: [], spent: new Set() },
    lived: [],
    unheard: [],
    heard: [],
    nextTurn: () => (turn += 1),
    state: {
      borrower: { userId: options.userId, usedPaise: ZERO_PAISE, blocks: [], loans: [] },
      ledger: {},
      shares: [],
      letOff: [],
    },
    daysAgain: 0,
  };
  for (let number = 0; number < options.days; number += 1) {
    const day = addDays(options.firstOn, number);
    hearNews(life, day);
    liveDay(life, day);
    forget(life.lived, number - LATE_DAYS_MAX);
  }
  const journals = [...life.lived.flatMap((one) => one.journals), ...life.rewards.journals];
  assertOwed(life.rewards, journals);
  return { options, deeds: life.heard, borrower: life.state.borrower, journals, daysAgain: life.daysAgain };
}

/** Hears the news of a morning, one after the other. */
function hearNews(life: Living, today: BusinessDate): void {
  const { options, facts, lived } = life;
  for (const planned of life.unheard.filter(({ heardOn }) => heardOn === today)) {
    const news = planned.deed === 'given back' ? released(planned, life, today) : planned;
    if (news === undefined) continue;
    life.heard.push(news);
    const again = liveAgain(lived, news, { newest: life.state.borrower, today, options, facts });
    lived.splice(again.from, again.days.length, ...again.days);
    life.daysAgain += again.days.length;
    life.state = again.evening;
    beginRefunds(life.state, news.loanId, facts);
  }
}

/** Releases what is still held of a repayment; undefined where that is refused. Rule: LEND-9 (EMI) */
function released(
  news: Extract<News, { deed: 'given back' }>,
  { state, facts: { returned } }: Living,
  today: BusinessDate,
): News | undefined {
  const { loanId, repaymentId } = news;
  const loan = state.borrower.loans.find(({ id }) => id === loanId);
  const earmarks = loan?.earmarks.filter((one) => one.repaymentId === repaymentId) ?? [];
  const heldPaise = sumPaise(earmarks.map(({ amountPaise }) => amountPaise));
  if (loan === undefined || heldPaise < RAIL_MIN_PAISE || hasAgreement(loan, today)) return undefined;
  const returnedPaise = addPaise(returned.get(repaymentId) ?? ZERO_PAISE, heldPaise);
  returned.set(repaymentId, returnedPaise);
  return { ...news, returnedPaise };
}

function liveDay(life: Living, day: BusinessDate): void {
  const { options, random, agenda, facts, rewards, heard, nextTurn } = life;
  const today = begin(life.state, facts);
  const happened = (deed: Deed) => {
    if (isOfDay(deed) && deed.heardOn === day) {
      heard.push(deed);
      if (deed.deed === 'paid' && deed.money.channel === 'reward')
        spendRewards(rewards, deed.money.repaymentId, day);
      today.let(deed);
      beginRefunds(today.state(), deed.loanId, facts);
    } else if (deed.deed === 'rewards kept') {
      heard.push(deed);
      keepRewards(rewards, today.state(), facts, day);
    } else if (deed.deed === 'paid' || !isOfDay(deed)) life.unheard.push(deed);
  };
  const plan = (one: Plan) => agenda.set(one.on, [...(agenda.get(one.on) ?? []), one]);
  const terms = life.bills.get(day);
  if (terms) {
    const lent = { terms, sentBackOn: null, loanId: terms.id, on: day, heardOn: day, turn: nextTurn() };
    happened({ deed: 'lent', ...lent });
    const dues = newLoan(terms).instalments.map((one) => ({ number: one.number, on: one.dueOn }));
    for (const intent of intentsOf(options.temperament, random, dues, day))
      plan({ on: intent.on, loanId: terms.id, act: intent });
  }
  const { latePercent } = options.faults;
  const usableRewardsPaise = () => usablePaise(rewards, day);
  // A consequence of a deed may fall on the same day.
  for (let next = 0; next < (agenda.get(day)?.length ?? 0); next += 1) {
    const one = agenda.get(day)?.[next];
    const loan = today.state().borrower.loans.find(({ id }) => id === one?.loanId);
    if (!one || !loan) continue;
    const acted = act(loan, one, { day, random, latePercent, nextTurn, usableRewardsPaise });
    acted.plans.forEach(plan);
    acted.deeds.forEach(happened);
  }
  const night = today.close(day, options.faults);
  life.lived.push(night);
  life.state = night.evening;
}

/** Begins one refund for each repayment of a loan with excess; rewards wait until they are kept. */
function beginRefunds(state: State, loanId: string, { returned }: Facts): void {
  if (!state.shares.some((one) => one.component === 'excess' && one.loanId === loanId)) return;
  for (const [repaymentId, amountPaise] of excessOf(state, loanId))
    if (amountPaise >= RAIL_MIN_PAISE && !returned.has(repaymentId) && !isOfRewards(repaymentId))
      returned.set(repaymentId, amountPaise);
}

/** Drops the morning state of a day, because the states of all days take more memory than the life. */
function forget(lived: PastDay[], number: number): void {
  const day = lived[number];
  if (day) lived[number] = { deeds: day.deeds, journals: day.journals };
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
