import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';
import { laterOf, othersSince, wasNpa } from '../backdate.ts';
import type { Borrower, Loan } from '../borrower.ts';
import { isHeldOtherwise } from '../close-day.ts';
import { isPromisedAfter } from '../hardship.ts';
import { begin, type Facts, type Faults, type LivedDay, type PastDay, type State } from './days.ts';
import type { DeedOfDay, News } from './deeds.ts';

/** Replayed days, which replace those from a number on, and the newest evening. */
export interface Again {
  readonly from: number;
  readonly days: readonly LivedDay[];
  readonly evening: State;
}

/**
 * Puts late news on its day and replays the days since: money counts, counts no more or in part, or the bill was never paid. A loan
 * that loses money or was promised days without late charges, and the others that are replayed with it, get none that did not stand.
 * Rule: LEND-W6, LEND-W7, LEND-D2, LEND-D7
 * @throws RangeError when the day is so long ago that it is forgotten
 */
export function liveAgain(
  lived: readonly PastDay[],
  news: News,
  { newest, today, options, facts }: Known,
): Again {
  const { on, loanId } = news;
  const from = daysBetween(options.firstOn, on);
  const morning = lived[from]?.morning;
  const loan = newest.loans.find(({ id }) => id === loanId);
  if (morning === undefined || loan === undefined) throw new RangeError('News of a day that is forgotten');
  const others = othersSince(newest, loan, on).map(({ id }) => id);
  const isOwn = news.deed === 'lost' || news.deed === 'given back' || isPromisedAfter(loan.hardships, on);
  const own = isOwn && news.deed !== 'sent back' ? [loanId] : [];
  const live = (noNewOf: readonly string[]): Again => {
    const learn = learning(newest, { on, today, noNewOf });
    const days: LivedDay[] = [];
    let evening = morning;
    for (let number = from; number < lived.length; number += 1) {
      const day = addDays(options.firstOn, number);
      const begun = begin(evening, facts);
      if (number === from) begun.learn(learn);
      const deeds = changedBy(news, lived[number]?.deeds ?? [], day, today);
      for (const deed of deeds.toSorted((a, b) => a.turn - b.turn)) {
        begun.let(deed);
        if (deed.deed === 'lent') begun.learn(learn);
      }
      const night = begun.close(day, options.faults);
      days.push(night);
      evening = night.evening;
    }
    return { from, days, evening };
  };
  const rewind = (ids: readonly string[]) => {
    for (const id of ids) facts.rewound.set(id, 1 + (facts.rewound.get(id) ?? 0));
  };
  rewind([loanId]);
  const alone = wasNpa(newest, on) ? undefined : live(own);
  if (alone !== undefined) {
    const since = alone.days.map((_, number) => addDays(on, number));
    const { borrower } = alone.evening;
    if (!wasNpa(borrower, on) && !isHeldOtherwise(newest, borrower, since)) return alone;
  }
  rewind(others);
  return live([...own, ...others]);
}

/** The facts on the day of the news. */
export interface Known {
  /** As the evening before left them. */
  readonly newest: Borrower;
  readonly today: BusinessDate;
  readonly options: { readonly firstOn: BusinessDate; readonly faults: Faults };
  readonly facts: Facts;
}

interface Rewound {
  readonly on: BusinessDate;
  readonly today: BusinessDate;
  /** Loans that know no new late charge through today. */
  readonly noNewOf: readonly string[];
}

function learning({ loans }: Borrower, rewound: Rewound): (borrower: Borrower) => Borrower {
  const known = new Map(loans.flatMap((one) => knownOf(one, rewound)));
  if (known.size === 0) return (borrower) => borrower;
  return (borrower) => ({
    ...borrower,
    loans: borrower.loans.map((one) => (known.has(one.id) ? { ...one, ...known.get(one.id) } : one)),
  });
}

/** Bars late charges that did not stand before. Rule: LEND-W7 */
function knownOf(loan: Loan, { on, today, noNewOf }: Rewound): [string, Partial<Loan>][] {
  const through = loan.noNewPenalThroughOn;
  const noNewPenalThroughOn = noNewOf.includes(loan.id) ? laterOf(through ?? today, today) : through;
  if (noNewPenalThroughOn === null) return [];
  const reversedCharges = loan.charges.filter((one) => one.kind === 'penal' && one.leviedOn > on);
  return [[loan.id, { noNewPenalThroughOn, reversedCharges }]];
}

/** The deeds of a day with the news. */
function changedBy(
  news: News,
  deeds: readonly DeedOfDay[],
  day: BusinessDate,
  today: BusinessDate,
): readonly DeedOfDay[] {
  switch (news.deed) {
    case 'paid':
      return news.on === day ? [...deeds, news] : deeds;
    case 'lost':
      return deeds.filter((one) => one.deed !== 'paid' || one.money.repaymentId !== news.repaymentId);
    case 'given back':
      return deeds;
    case 'sent back':
      return deeds.flatMap((one) => (one.loanId === news.loanId ? ofUndone(one, today) : [one]));
  }
}

/** Keeps the money for an undone loan, and none of its other deeds. */
function ofUndone(deed: DeedOfDay, sentBackOn: BusinessDate): DeedOfDay[] {
  if (deed.deed === 'paid') return [deed];
  return deed.deed === 'lent' ? [{ ...deed, sentBackOn }] : [];
}
