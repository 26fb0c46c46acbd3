import {
  addDays,
  addMonths,
  type BusinessDate,
  maxPaise,
  minPaise,
  type Paise,
  paise,
  subtractPaise,
  sumPaise,
  ZERO_PAISE,
} from '@mohlat/money';
import { type Journal, journal } from './journals.ts';
import { onceOf } from './source.ts';

/* The money of rewards: earned by paying on time, owed to a person and not tied to one loan. Amounts are paise. */

/** The terms of cashback that a loan was sold under. Rule: LEND-S6 */
export interface CashbackTerms {
  readonly cashbackBps: number;
  /** The most cashback of a person in the month of an instalment of this loan. */
  readonly monthlyCapPaise: Paise;
}

/** An instalment that was covered in full and on time, and not rewarded yet. */
export interface Punctual {
  readonly loanId: string;
  readonly number: number;
  readonly earnedOn: BusinessDate;
  /** The amount paid of it by its due date. */
  readonly paidPaise: Paise;
  /** The cashback that the person already has for the month of `earnedOn`. */
  readonly givenInMonthPaise: Paise;
  readonly terms: CashbackTerms;
}

/** Cashback for an instalment. */
export interface Cashback {
  readonly of: Punctual;
  readonly amountPaise: Paise;
}

/**
 * The cashback of one person for instalments paid on time, each by the terms of its own loan, rounded down to whole paise. The
 * first earned counts first, and the sum of a month has a cap. Amounts of zero are left out.
 * Rule: LEND-24 (rewards), LEND-S6
 */
export function cashbackFor(punctual: readonly Punctual[]): Cashback[] {
  const givenNow = new Map<string, Paise>();
  const keyOf = ({ earnedOn, loanId, number }: Punctual) =>
    `${earnedOn} ${loanId} ${String(number).padStart(4, '0')}`;
  return punctual
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .flatMap((one) => {
      const { cashbackBps, monthlyCapPaise } = one.terms;
      const month = one.earnedOn.slice(0, 7);
      const given = sumPaise([one.givenInMonthPaise, givenNow.get(month) ?? ZERO_PAISE]);
      const room = maxPaise(ZERO_PAISE, paise(monthlyCapPaise - given));
      const earned = paise((BigInt(one.paidPaise) * BigInt(cashbackBps)) / 10_000n);
      const amountPaise = minPaise(earned, room);
      if (amountPaise === 0) return [];
      givenNow.set(month, sumPaise([givenNow.get(month) ?? ZERO_PAISE, amountPaise]));
      return [{ of: one, amountPaise }];
    });
}

/**
 * The expiry day of a reward: this many months after the day it was earned, in a shorter month its last day. It is not
 * usable on that day.
 * Rule: LEND-24 (rewards)
 */
export function rewardExpiresOn(earnedOn: BusinessDate, months: number): BusinessDate {
  return addMonths(earnedOn, months);
}

/**
 * The expiry day of cashback that is given on a day. Its months begin on the day it was earned; those of cashback that came to light
 * later, on the last day that was over by then: it would else be given when its time was over, or nearly so.
 * Rule: LEND-24 (rewards)
 */
export function cashbackExpiresOn(
  earnedOn: BusinessDate,
  givenOn: BusinessDate,
  months: number,
): BusinessDate {
  const overOn = addDays(givenOn, -1);
  return rewardExpiresOn(overOn > earnedOn ? overOn : earnedOn, months);
}

/** The facts of a reward that its journals need. `returned` was paid into a loan that did not need it. */
export interface Reward {
  readonly id: string;
  readonly kind: 'cashback' | 'returned' | 'referral';
  readonly amountPaise: Paise;
  readonly loanId: string | null;
  readonly earnedOn: BusinessDate;
}

/** A reward that a repayment used. */
export interface SpentReward {
  readonly id: string;
  /** The reward it was at first, before it came back from a repayment; itself where it never did. */
  readonly firstId: string;
  readonly amountPaise: Paise;
  readonly earnedOn: BusinessDate;
  /** The loan and the instalment that earned the first; null of a referral. */
  readonly loanId: string | null;
  readonly number: number | null;
}

/** A part of a reward that its repayment did not need. */
export type Unneeded = Pick<SpentReward, 'firstId' | 'amountPaise'>;

/**
 * Splits the money that a repayment by rewards holds beyond its need over the rewards that made it, the first earned first. Each part
 * is that reward again, so that it is lost where the first one would be. `backPaise` came back before. Amounts are paise.
 * Rule: LEND-24 (rewards)
 * @throws RangeError when more comes back than was used
 */
export function unneededOf(
  spent: readonly SpentReward[],
  { heldPaise, backPaise }: { readonly heldPaise: Paise; readonly backPaise: Paise },
): Unneeded[] {
  let before = backPaise;
  let left = heldPaise;
  const parts = spent
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    .flatMap(({ firstId, amountPaise }): Unneeded[] => {
      const gonePaise = minPaise(before, amountPaise);
      before = subtractPaise(before, gonePaise);
      const partPaise = minPaise(left, subtractPaise(amountPaise, gonePaise));
      left = subtractPaise(left, partPaise);
      return partPaise === 0 ? [] : [{ firstId, amountPaise: partPaise }];
    });
  if (left !== 0) throw new RangeError('More comes back than rewards paid');
  return parts;
}

const placeOf = ({ earnedOn, loanId, number, id }: SpentReward) =>
  [earnedOn, loanId ?? '', String(number ?? 0).padStart(4, '0'), id].join(' ');

const aboutReward = ({ id }: Reward, on: BusinessDate, loanId: string | null = null) => ({
  source: onceOf(id),
  loanId,
  effectiveOn: on,
});

/** A reward for paying on time, on the day it was earned. Rule: LEND-16 journal 31 */
export function rewardEarned(reward: Reward): Journal {
  const { amountPaise, earnedOn } = reward;
  return journal('reward', aboutReward(reward, earnedOn), {
    debit: { REWARD_EXPENSE: amountPaise },
    credit: { REWARDS: amountPaise },
  });
}

/** A reward for a referral, on the day it was earned. Rule: LEND-16 journal 33 */
export function referralEarned(reward: Reward): Journal {
  const { amountPaise, earnedOn } = reward;
  return journal('referral', aboutReward(reward, earnedOn), {
    debit: { REFERRAL_EXPENSE: amountPaise },
    credit: { REWARDS: amountPaise },
  });
}

/**
 * A reward expires or is taken back on a day: the liability and the expense are reversed. `firstKind` is the kind of the reward
 * that it was at first, before it came back from a repayment: its expense is the one that was booked.
 * Rule: LEND-16 journal 31
 */
export function rewardEnded(reward: Reward, firstKind: Reward['kind'], on: BusinessDate): Journal {
  const { amountPaise } = reward;
  const expense =
    firstKind === 'referral' ? { REFERRAL_EXPENSE: amountPaise } : { REWARD_EXPENSE: amountPaise };
  return journal('reward_end', aboutReward(reward, on), { debit: { REWARDS: amountPaise }, credit: expense });
}

/** The unneeded part of a reward paid into a loan is a reward again, never money for a bank. Rule: LEND-16 journal 32 */
export function rewardReturned(reward: Reward, on: BusinessDate): Journal {
  const { amountPaise, loanId } = reward;
  return journal('reward_returned', aboutReward(reward, on, loanId), {
    debit: { EXCESS: amountPaise },
    credit: { REWARDS: amountPaise },
  });
}
