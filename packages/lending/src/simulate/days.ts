import { type BusinessDate, type Paise, paise } from '@mohlat/money';
import { after } from '../after.ts';
import type { Borrower } from '../borrower.ts';
import { closeDay } from '../close-day.ts';
import type { RowChange } from '../decision.ts';
import type { Journal } from '../journals.ts';
import { type DeedOfDay, happen, type Happened } from './deeds.ts';
import { assertSound, type Books, posted } from './sound.ts';

/** Faults around a borrower. */
export interface Faults {
  /** The share of payments that are heard of days late, in percent. */
  readonly latePercent: number;
  /** Days on which our own repayment channels were down. */
  readonly outages: ReadonlySet<BusinessDate>;
}

type Share = Omit<Extract<RowChange, { change: 'allocation_written' }>, 'change' | 'writtenBy'>;

type LetOffShare = Omit<Extract<RowChange, { change: 'share_waived' }>, 'change'> & {
  readonly on: BusinessDate;
};

/** A borrower, their books, and the shares of their repayments. */
export interface State extends Books {
  readonly shares: readonly Share[];
  /** Parts of instalments that waivers cover. */
  readonly letOff: readonly LetOffShare[];
}

/** Facts of a life that a replay leaves standing. Amounts are paise. */
export interface Facts {
  /** The part of a repayment that is refunded or released, or is a reward again; by its id. */
  readonly returned: Map<string, Paise>;
  /** The number of times each loan was taken back to an earlier day; by the loan's id. */
  readonly rewound: Map<string, number>;
}

/** A day that is too old for late news to change it. */
export interface PastDay {
  readonly deeds: readonly DeedOfDay[];
  readonly journals: readonly Journal[];
  readonly morning?: State;
}

/** A day of a life: its state in the morning, and its result. */
export interface LivedDay extends PastDay {
  readonly morning: State;
  readonly evening: State;
}

/** Shares held against losses, in basis points, as the first settings of the product have them. */
const LOSS_RATES = { earlyBps: 100, lateBps: 1_500, npaBps: 6_000 };

/** A day under way, from the state of its morning. Each step is checked against the invariants. */
export function begin(morning: State, { returned }: Facts) {
  let state = morning;
  const deeds: DeedOfDay[] = [];
  const journals: Journal[] = [];
  const book = ({ borrower, journals: booked, changes }: Happened, on: BusinessDate) => {
    const before = state;
    const shares = changes.reduce(sharesAfter, before.shares);
    const waived = changes.flatMap((one) => (one.change === 'share_waived' ? [{ ...one, on }] : []));
    const letOff = [...before.letOff, ...waived];
    state = { borrower, ledger: posted(before.ledger, booked), shares, letOff };
    journals.push(...booked);
    assertSound(state, before);
  };
  return {
    state: () => state,
    let(deed: DeedOfDay) {
      deeds.push(deed);
      const happened = happen(state.borrower, deed.deed === 'paid' ? withReturned(deed, returned) : deed);
      book(happened, deed.on);
    },
    /** Adds facts of loans that follow from no deed. */
    learn(change: (borrower: Borrower) => Borrower) {
      state = { ...state, borrower: change(state.borrower) };
    },
    close(day: BusinessDate, { outages }: Faults): LivedDay {
      const facts = { wereChannelsDown: outages.has(day), lossRates: LOSS_RATES };
      const decided = closeDay(state.borrower, day, facts);
      book({ ...decided, borrower: after(state.borrower, decided.changes) }, day);
      return { morning, deeds, evening: state, journals };
    },
  };
}

/** The refunded part of a repayment covers nothing in a replay. */
function withReturned(deed: Extract<DeedOfDay, { deed: 'paid' }>, returned: Facts['returned']): DeedOfDay {
  const returnedPaise = returned.get(deed.money.repaymentId);
  return returnedPaise === undefined ? deed : { ...deed, money: { ...deed.money, returnedPaise } };
}

function sharesAfter(shares: readonly Share[], change: RowChange): readonly Share[] {
  switch (change.change) {
    case 'allocation_written':
      return [...shares, change];
    case 'earmarks_released':
      return shares.filter((one) => one.loanId !== change.loanId || !one.isEarmark);
    case 'earmarks_applied':
      return shares.map((one) =>
        one.loanId === change.loanId && one.number === change.number ? { ...one, isEarmark: false } : one,
      );
    default:
      return shares;
  }
}

/** The excess of each repayment in paise, by its id; for one loan, or for all. */
export function excessOf({ shares }: State, loanId?: string): ReadonlyMap<string, Paise> {
  const sums = new Map<string, Paise>();
  for (const { component, repaymentId, amountPaise, loanId: of } of shares)
    if (component === 'excess' && (loanId === undefined || loanId === of))
      sums.set(repaymentId, paise((sums.get(repaymentId) ?? 0) + amountPaise));
  return sums;
}
