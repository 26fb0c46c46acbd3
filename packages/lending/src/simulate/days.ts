import { type BusinessDate, type Paise, paise } from '@mohlat/money';
import { after } from '../after.ts';
import type { Borrower } from '../borrower.ts';
import { closeDay } from '../close-day.ts';
import type { RowChange } from '../decision.ts';
import type { Journal } from '../journals.ts';
import { type DeedOfDay, happen } from './deeds.ts';
import { assertSound, type Books, posted } from './sound.ts';

/** What goes wrong around a borrower. */
export interface Faults {
  /** Of a hundred payments, so many are heard of days late. */
  readonly latePercent: number;
  /** Days on which nobody could repay because of us. */
  readonly outages: ReadonlySet<BusinessDate>;
}

type Share = Omit<Extract<RowChange, { change: 'allocation_written' }>, 'change' | 'writtenBy'>;

/** A borrower, their books, and which repayment covers what. */
export interface State extends Books {
  readonly shares: readonly Share[];
}

/** Facts of a life that stand when its days are lived again. Amounts are paise. */
export interface Facts {
  /** What of a repayment is on its way back to its payer, or is a reward again. */
  readonly returned: Map<string, Paise>;
  /** How often a loan was taken back to an earlier day. */
  readonly rewound: Map<string, number>;
}

/** A day so long ago that no news changes it any more. */
export interface PastDay {
  readonly deeds: readonly DeedOfDay[];
  readonly journals: readonly Journal[];
  readonly morning?: State;
}

/** A day of a life: how it began, and what came of it. */
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
  const book = (borrower: Borrower, booked: readonly Journal[], changes: readonly RowChange[]) => {
    const before = state;
    const shares = changes.reduce(sharesAfter, before.shares);
    state = { borrower, ledger: posted(before.ledger, booked), shares };
    journals.push(...booked);
    assertSound(state, before);
  };
  return {
    state: () => state,
    let(deed: DeedOfDay) {
      deeds.push(deed);
      const happened = happen(state.borrower, deed.deed === 'paid' ? withReturned(deed, returned) : deed);
      book(happened.borrower, happened.journals, happened.changes);
    },
    /** What is known of loans beside their deeds. */
    learn(change: (borrower: Borrower) => Borrower) {
      state = { ...state, borrower: change(state.borrower) };
    },
    close(day: BusinessDate, { outages }: Faults): LivedDay {
      const facts = { wereChannelsDown: outages.has(day), lossRates: LOSS_RATES };
      const decided = closeDay(state.borrower, day, facts);
      book(after(state.borrower, decided.changes), decided.journals, decided.changes);
      return { morning, deeds, evening: state, journals };
    },
  };
}

/** What went back covers nothing when money meets its loan again. */
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

/** What of each repayment for a loan, or for any, covers nothing, in paise. */
export function excessOf({ shares }: State, loanId?: string): ReadonlyMap<string, Paise> {
  const sums = new Map<string, Paise>();
  for (const { component, repaymentId, amountPaise, loanId: of } of shares)
    if (component === 'excess' && (loanId === undefined || loanId === of))
      sums.set(repaymentId, paise((sums.get(repaymentId) ?? 0) + amountPaise));
  return sums;
}
