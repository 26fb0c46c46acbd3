import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { aLoan, borrowerWith, day, sumsOf } from '../borrowers.testing.ts';
import type { Facts, State } from './days.ts';
import { keepRewards, type Rewards, spendRewards, usablePaise } from './rewarding.ts';

const ON = day('2027-03-20');

/** A life with cashback of an instalment of a loan, used in a repayment, of which so much is excess. */
function spent(excessPaise: number, change: Parameters<typeof aLoan>[1] = {}) {
  const loan = aLoan({}, { closedThroughOn: day('2027-03-19'), ...change });
  const rewards: Rewards = { all: [], journals: [], spent: new Set() };
  const share = { loanId: loan.id, chargeId: null, isEarmark: false } as const;
  const paid = (['principal', 'fee', 'interest'] as const).map((component, index) => ({
    ...share,
    repaymentId: 'money',
    number: 1,
    component,
    amountPaise: paise([495_000, 10_000, 15_000][index]!),
  }));
  const receipt = { id: 'money', receivedAt: 0, valueOn: day('2027-02-15'), coveredPaise: paise(520_000) };
  const state: State = {
    borrower: borrowerWith({ ...loan, receipts: [receipt] }),
    ledger: {},
    shares: paid,
    letOff: [],
  };
  const facts: Facts = { returned: new Map(), rewound: new Map() };
  keepRewards(
    rewards,
    { ...state, borrower: borrowerWith({ ...aLoan(), receipts: [receipt], closedThroughOn: ON }) },
    facts,
    ON,
  );
  spendRewards(rewards, 'spent', ON);
  const excess = {
    ...share,
    repaymentId: 'spent',
    number: null,
    component: 'excess',
    amountPaise: paise(excessPaise),
  } as const;
  const after: State = excessPaise === 0 ? state : { ...state, shares: [...paid, excess] };
  return { rewards, facts, after };
}

const keptOf = ({ all }: Rewards) =>
  all.map(({ kind, amountPaise, state, isUsed }) => `${kind} ${amountPaise} ${isUsed ? 'used' : state}`);

test('LEND-24: given rewards that paid for nothing, when kept, then so much is a reward again, once', () => {
  const { rewards, facts, after } = spent(800);
  keepRewards(rewards, after, facts, ON);
  keepRewards(rewards, after, facts, ON);
  expect(keptOf(rewards)).toEqual(['cashback 1300 used', 'returned 800 available']);
  expect(usablePaise(rewards, ON)).toBe(800);
  expect(sumsOf(rewards.journals)).toEqual({ E500: 1_300, L310: 800, L340: -2_100 });
});

test('LEND-24: given rewards that were needed, when kept, then nothing comes back', () => {
  const { rewards, facts, after } = spent(0);
  keepRewards(rewards, after, facts, ON);
  expect(keptOf(rewards)).toEqual(['cashback 1300 used']);
  expect(sumsOf(rewards.journals)).toEqual({ E500: 1_300, L340: -1_300 });
});

test('LEND-24: given cashback spent on its own loan, when the bill comes back, then it is taken back', () => {
  const { rewards, facts, after } = spent(1_300, { status: 'unwound', closedOn: ON });
  keepRewards(rewards, after, facts, ON);
  keepRewards(rewards, after, facts, ON);
  expect(keptOf(rewards)).toEqual(['cashback 1300 used', 'returned 1300 clawed_back']);
  expect(sumsOf(rewards.journals)).toEqual({ L310: 1_300, L340: -1_300 });
});
