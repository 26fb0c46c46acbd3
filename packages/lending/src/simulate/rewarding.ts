import {
  addDays,
  type BusinessDate,
  type Paise,
  paise,
  subtractPaise,
  sumPaise,
  ZERO_PAISE,
} from '@mohlat/money';
import { codeOf } from '../accounts.ts';
import type { Loan } from '../borrower.ts';
import type { Journal } from '../journals.ts';
import { isUndeserved, owingOf, type PaidShare, type RewardedLoan } from '../punctual.ts';
import {
  cashbackExpiresOn,
  cashbackFor,
  type Reward,
  rewardEarned,
  rewardEnded,
  rewardExpiresOn,
  rewardReturned,
  type SpentReward,
  unneededOf,
} from '../rewards.ts';
import { excessOf, type Facts, type State } from './days.ts';

/** The terms of cashback in the first settings of the product. */
const CASHBACK = { cashbackBps: 25, monthlyCapPaise: paise(50_000) };
const EXPIRY_MONTHS = 12;
/** Days after which a late-heard punctual payment earns no cashback any more. */
const LOOK_BACK_DAYS = 60;

interface KeptReward extends Reward {
  /** The instalment that earned it; null of a returned one. */
  readonly number: number | null;
  readonly expiresOn: BusinessDate;
  readonly state: 'available' | 'expired' | 'clawed_back';
  readonly isUsed: boolean;
  /** The number of times its loan had been taken back when it was last looked at. */
  readonly rewoundCount: number;
  /** The cashback it was at first, before it came back from a repayment; null of cashback itself. */
  readonly first: KeptReward | null;
  /** The repayment that used it. */
  readonly usedIn: string | null;
}

/** The rewards of one borrower, and the journals of them. */
export interface Rewards {
  all: readonly KeptReward[];
  readonly journals: Journal[];
  /** Repayments that rewards made. */
  readonly spent: Set<string>;
}

/** The sum of the rewards that can be used on a day, in paise. */
export function usablePaise({ all }: Rewards, on: BusinessDate): Paise {
  return amountOf(all.filter((one) => isUsable(one, on)));
}

/** Uses all usable rewards for one repayment. */
export function spendRewards(rewards: Rewards, repaymentId: string, on: BusinessDate): void {
  rewards.spent.add(repaymentId);
  rewards.all = rewards.all.map((one) =>
    isUsable(one, on) ? { ...one, isUsed: true, usedIn: repaymentId } : one,
  );
}

/**
 * Looks after rewards in the morning of a day whose eve is closed: gives back, takes back, lets expire, and gives the earned
 * ones. They are facts of that day, which a replay leaves standing.
 * Rule: LEND-24 (rewards), LEND-16 journals 31 and 32
 */
export function keepRewards(rewards: Rewards, state: State, facts: Facts, on: BusinessDate): void {
  const loans = state.borrower.loans.map((loan) => rewardedLoan(loan, state));
  giveBack(rewards, state, facts, on);
  rewards.all = rewards.all.map((one) => lookAgain(rewards, one, { loans, facts, on }));
  rewards.all = rewards.all.map((one) =>
    isOpen(one) && one.expiresOn <= on ? end(rewards, one, 'expired', on) : one,
  );
  earn(rewards, loans, facts, addDays(on, -1));
}

/**
 * Compares what the books owe in rewards with those that can be used.
 * @throws RangeError that names both figures
 */
export function assertOwed({ all }: Rewards, booked: readonly Journal[]): void {
  const code = codeOf('REWARDS');
  const lines = booked.flatMap((one) => one.lines).filter(({ account }) => account === code);
  const inBooks = -lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const owed = amountOf(all.filter(isOpen));
  if (inBooks !== owed) throw new RangeError(`LEND-I24: books ${inBooks}, known ${owed}`);
}

const isOpen = (one: KeptReward) => one.state === 'available' && !one.isUsed;
const isUsable = (one: KeptReward, on: BusinessDate) => isOpen(one) && one.expiresOn > on;
const countOf = ({ rewound }: Facts, loanId: string) => rewound.get(loanId) ?? 0;

function end(
  { journals }: Rewards,
  one: KeptReward,
  state: 'expired' | 'clawed_back',
  on: BusinessDate,
): KeptReward {
  journals.push(rewardEnded(one, (one.first ?? one).kind, on));
  return { ...one, state };
}

function add(
  rewards: Rewards,
  reward: Omit<KeptReward, 'state' | 'isUsed' | 'usedIn'>,
  journalOf: (reward: Reward) => Journal,
): void {
  const kept: KeptReward = { ...reward, state: 'available', isUsed: false, usedIn: null };
  rewards.all = [...rewards.all, kept];
  rewards.journals.push(journalOf(kept));
}

interface Look {
  readonly loans: readonly RewardedLoan[];
  readonly facts: Facts;
  readonly on: BusinessDate;
}

/** Takes back cashback whose loan was replayed or undone since, where its payment no longer stands; also after it came back. */
function lookAgain(rewards: Rewards, one: KeptReward, { loans, facts, on }: Look): KeptReward {
  const { state, isUsed } = one;
  const { number, loanId } = one.first ?? one;
  const loan = loans.find(({ id }) => id === loanId);
  if (loan === undefined || number === null || loanId === null || state !== 'available') return one;
  const rewoundCount = countOf(facts, loanId);
  const isOver = (loan.status === 'exited' || loan.status === 'unwound') && !isUsed;
  if (rewoundCount === one.rewoundCount && !isOver) return one;
  const looked = { ...one, rewoundCount };
  return isUndeserved({ loanId, number, isUsed }, loan) ? end(rewards, looked, 'clawed_back', on) : looked;
}

/** Makes the excess of repayments by rewards a reward again. */
function giveBack(rewards: Rewards, state: State, { returned }: Facts, on: BusinessDate): void {
  const excess = excessOf(state);
  for (const repaymentId of rewards.spent) {
    const before = returned.get(repaymentId) ?? ZERO_PAISE;
    const amountPaise = subtractPaise(excess.get(repaymentId) ?? ZERO_PAISE, before);
    if (amountPaise <= 0) continue;
    returned.set(repaymentId, sumPaise([before, amountPaise]));
    const loanId = state.shares.find((one) => one.repaymentId === repaymentId)?.loanId ?? null;
    const earned = { earnedOn: on, expiresOn: rewardExpiresOn(on, EXPIRY_MONTHS), rewoundCount: 0 };
    const spent = rewards.all.filter(({ usedIn }) => usedIn === repaymentId).map(asSpent);
    const parts = unneededOf(spent, { heldPaise: amountPaise, backPaise: before });
    for (const [index, part] of parts.entries()) {
      const first = rewards.all.find(({ id }) => id === part.firstId) ?? null;
      const id = `back ${repaymentId} ${on} ${index}`;
      const reward = { id, kind: 'returned', amountPaise: part.amountPaise, loanId, first } as const;
      add(rewards, { ...reward, ...earned, number: null }, (one) => rewardReturned(one, on));
    }
  }
}

function asSpent(one: KeptReward): SpentReward {
  const { id: firstId, loanId, number } = one.first ?? one;
  return { id: one.id, firstId, amountPaise: one.amountPaise, earnedOn: one.earnedOn, loanId, number };
}

function earn(rewards: Rewards, loans: readonly RewardedLoan[], facts: Facts, throughOn: BusinessDate): void {
  const given = rewards.all.flatMap(({ kind, state, loanId, number, earnedOn, amountPaise }) =>
    kind === 'cashback' && state !== 'clawed_back' && loanId !== null && number !== null
      ? [{ loanId, number, earnedOn, amountPaise }]
      : [],
  );
  const span = { from: addDays(throughOn, -LOOK_BACK_DAYS), to: throughOn };
  for (const { of, amountPaise } of cashbackFor(owingOf(loans, given, span))) {
    const { loanId, number, earnedOn } = of;
    const expiresOn = cashbackExpiresOn(earnedOn, addDays(throughOn, 1), EXPIRY_MONTHS);
    const id = `cashback ${loanId} ${number} ${throughOn}`;
    const reward = {
      id,
      kind: 'cashback',
      loanId,
      number,
      earnedOn,
      amountPaise,
      expiresOn,
      first: null,
    } as const;
    add(rewards, { ...reward, rewoundCount: countOf(facts, loanId) }, rewardEarned);
  }
}

function rewardedLoan(loan: Loan, { shares, letOff }: State): RewardedLoan {
  const valueOn = new Map(loan.receipts.map((one) => [one.id, one.valueOn]));
  return {
    ...loan,
    cashback: CASHBACK,
    shares: shares.flatMap(({ repaymentId, ...share }) => paidShare(loan, share, valueOn.get(repaymentId))),
    letOff: letOff.flatMap(({ on, ...share }) => paidShare(loan, share, on)),
  };
}

function paidShare(
  loan: Loan,
  share: Pick<
    State['shares'][number] | State['letOff'][number],
    'loanId' | 'number' | 'component' | 'amountPaise'
  >,
  valueOn: BusinessDate | undefined,
): PaidShare[] {
  const { loanId, number, component, amountPaise } = share;
  if (loanId !== loan.id || number === null || valueOn === undefined) return [];
  return component === 'principal' || component === 'fee' || component === 'interest'
    ? [{ number, component, amountPaise, valueOn }]
    : [];
}

const amountOf = (rewards: readonly KeptReward[]): Paise =>
  sumPaise(rewards.map(({ amountPaise }) => amountPaise));
