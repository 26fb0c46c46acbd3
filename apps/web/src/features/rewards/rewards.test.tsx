// @vitest-environment jsdom
import { REWARD_KINDS, type Reward } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleDue, sampleMandate, samplePayment } from '../../../test/samples.ts';
import { expectRetry } from '../../../test/waiting-part.tsx';
import { en as codes } from '../../lib/admin/codes.words.ts';
import { toast } from '../../ui/toast.tsx';
import { RewardHistory } from './reward-history.tsx';

const reward = (index: number, more: Partial<Reward>): Reward => ({
  id: `0192ab34-0000-7000-8000-00000000000${index}`,
  amountPaise: 1_300,
  kind: 'cashback',
  earnedFrom: 'Cashback',
  paymentId: '0192ab34-0000-7000-8000-0000000000aa',
  instalment: index,
  card: { bankName: 'HDFC Bank', last4: '4242' },
  earnedAt: '2026-11-20T11:00:00Z',
  isUsed: false,
  state: 'available',
  expiresOn: '2027-11-20',
  ...more,
});
/** The referrals beside them are another feature's. */
const REFERRALS: [number, object] = [
  200,
  {
    code: 'ABCD2345',
    link: 'https://mohlat.example/?ref=ABCD2345',
    totalEarningsPaise: 0,
    rewardPaise: 12_500,
    monthlyMax: 10,
    items: [],
    nextCursor: null,
  },
];
const rewards = (items: readonly Reward[], availablePaise = 0): [number, object] => [
  200,
  {
    availablePaise,
    terms: { cashbackBps: 25, monthlyMaxPaise: 50_000 },
    items,
    nextCursor: null,
  },
];

async function open(answers: Answers = {}) {
  const network = stubNetwork({
    'GET /rewards': rewards([]),
    'GET /referrals': REFERRALS,
    'GET /payments': page([samplePayment()]),
    'GET /mandates': page([]),
    'GET /schedule': page([]),
    ...answers,
  });
  await openScreen({ path: '/dashboard/rewards', lazy: () => import('./rewards.tsx') }, '/dashboard/rewards');
  return network;
}

afterEach(() => {
  vi.useRealTimers();
  toast.dismissAll();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('given the rewards without an answer, then it says so, and after 15 s offers a retry', () =>
  expectRetry(<RewardHistory />));

test('a reward is told with the last day on which it can be used', async () => {
  await open({ 'GET /rewards': rewards([reward(1, { expiresOn: '2027-11-20' })], 1_300) });
  expect(await screen.findByText(/until .*19 Nov 2027/)).toBeDefined();
});

describe('what rewards pay of the next instalment', () => {
  test('given rewards and an instalment, it says the share in rupees and leads there', async () => {
    await open({
      'GET /rewards': rewards([reward(1, { amountPaise: 52_000 })], 52_000),
      'GET /schedule': page([sampleDue(1, '2027-12-20')]),
    });
    expect(await screen.findByText('₹520 of ₹5,200, due 20 Dec 2027')).toBeDefined();
    expect(screen.getByText('10%')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: /₹520 of ₹5,200/ })).toBeDefined();
    const link = screen.getByRole('link', { name: 'Use them in this repayment' });
    expect(link.getAttribute('href')).toMatch(/^\/dashboard\/payments\/.+\?repay=next$/);
  });

  test('given more rewards than the instalment, it pays all of that and no more', async () => {
    await open({
      'GET /rewards': rewards(
        [300_000, 220_000, 380_000].map((amountPaise, index) => reward(index, { amountPaise })),
        900_000,
      ),
      'GET /schedule': page([sampleDue(1, '2027-12-20')]),
    });
    expect(await screen.findByText('₹5,200 of ₹5,200, due 20 Dec 2027')).toBeDefined();
    expect(screen.getByText('100%')).toBeDefined();
  });

  const other = { paymentId: ID.quote, duePaise: 400_000 };
  const asked = { instalment: 1, amountPaise: 520_000, on: '2027-12-20', state: 'presented' } as const;
  const settlement = { agreedPaise: 900_000, restPaise: 900_000, payBy: '2027-12-20' };

  test.each<[string, Answers]>([
    [
      'a lower sum is agreed',
      { 'GET /payments': page([samplePayment({ settlement }), samplePayment({ id: ID.quote })]) },
    ],
    [
      'a bank was asked for its debit',
      {
        'GET /payments': page([samplePayment(), samplePayment({ id: ID.quote })]),
        'GET /mandates': page([sampleMandate({ nextDebit: asked })]),
      },
    ],
  ])('given an instalment of a payment where %s, it speaks of the next one', async (_, answers) => {
    await open({
      'GET /rewards': rewards([reward(1, { amountPaise: 52_000 })], 52_000),
      'GET /schedule': page([sampleDue(1, '2027-12-20'), sampleDue(1, '2027-12-28', other)]),
      ...answers,
    });
    expect(await screen.findByText('₹520 of ₹4,000, due 28 Dec 2027')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Use them in this repayment' });
    expect(link.getAttribute('href')).toContain(ID.quote);
  });

  test('given no other instalment than one of an agreed sum, it says nothing', async () => {
    await open({
      'GET /rewards': rewards([reward(1, { amountPaise: 52_000 })], 52_000),
      'GET /schedule': page([sampleDue(1, '2027-12-20')]),
      'GET /payments': page([samplePayment({ settlement })]),
    });
    expect((await screen.findAllByText('₹520.00')).length).toBeGreaterThan(0);
    expect(screen.queryByText('What do they pay of my next instalment?')).toBeNull();
  });

  test('given a reward that is larger than what is left, it counts the others alone', async () => {
    await open({
      'GET /rewards': rewards(
        [reward(1, { amountPaise: 52_000 }), reward(2, { amountPaise: 500_000 })],
        552_000,
      ),
      'GET /schedule': page([sampleDue(1, '2027-12-20')]),
    });
    expect(await screen.findByText('₹520 of ₹5,200, due 20 Dec 2027')).toBeDefined();
    cleanup();
    await open({
      'GET /rewards': rewards([reward(2, { amountPaise: 900_000 })], 900_000),
      'GET /schedule': page([sampleDue(1, '2027-12-20')]),
    });
    expect((await screen.findAllByText('₹9,000.00')).length).toBeGreaterThan(0);
    expect(screen.queryByText('What do they pay of my next instalment?')).toBeNull();
  });

  test('given no instalment, nothing is asked', async () => {
    await open({ 'GET /rewards': rewards([reward(1, {})], 52_000) });
    await screen.findByText('Available Rewards');
    expect(screen.queryByText('What do they pay of my next instalment?')).toBeNull();
  });
});

describe('rewards', () => {
  test('SPEC-2: has its cards by name, and says that rewards are being read', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await openScreen(
      { path: '/dashboard/rewards', lazy: () => import('./rewards.tsx') },
      '/dashboard/rewards',
    );
    expect(await screen.findByText('Loading rewards...')).toBeDefined();
    expect(screen.getByText('Available Rewards')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Reward History' })).toBeDefined();
  });

  test('SPEC-2: says how to earn when nothing was earned yet', async () => {
    await open();
    expect(await screen.findByText('No rewards earned yet. Pay bills to earn rewards!')).toBeDefined();
    expect(screen.getByText(/0\.25% of every instalment/)).toBeDefined();
    const available = screen.getByText('Available Rewards').parentElement!;
    expect(await within(available).findByText('₹0.00')).toBeDefined();
  });

  test('LEND-24: a reward on its way is shown with the day from which it can be used', async () => {
    const about = { kind: 'referral', paymentId: null, instalment: null, card: null } as const;
    await open({
      'GET /rewards': rewards(
        [
          reward(1, { ...about, usableFrom: '2999-02-05' }),
          reward(2, { ...about, usableFrom: '2020-02-05' }),
        ],
        1_300,
      ),
    });
    expect(await screen.findByText('On its way')).toBeDefined();
    expect(screen.getByText(/can be used from 5 Feb 2999/)).toBeDefined();
    expect(screen.getByText('Available')).toBeDefined();
  });

  test('LEND-24: given an instalment repaid ahead, when its day is not over, then its cashback is on the way', async () => {
    const [, answer] = rewards([]);
    const coming = {
      paymentId: '0192ab34-0000-7000-8000-0000000000aa',
      instalment: 1,
      card: { bankName: 'HDFC Bank', last4: '4021' },
      on: '2999-12-20',
      amountPaise: 1_300,
    };
    await open({ 'GET /rewards': [200, { ...answer, coming: [coming] }] });
    const list = within(
      (await screen.findByRole('heading', { name: 'Earned, on its way' })).closest('section')!,
    );
    expect(list.getByRole('listitem').textContent).toBe(
      'Instalment 1HDFC Bank ending 4021 · counted after 20\u00a0Dec 2999₹13.00',
    );
  });

  test('SPEC-2, SPEC-4.reward, SPEC-9.available-rewards: lists what was earned, with two decimals, where from and what became of it', async () => {
    await open({
      'GET /rewards': rewards(
        [
          reward(1, { kind: 'referral', amountPaise: 12_500, paymentId: null, instalment: null, card: null }),
          reward(2, {}),
          reward(3, { isUsed: true }),
          reward(4, { state: 'expired' }),
          reward(5, { state: 'clawed_back' }),
          reward(6, { isDisputed: true }),
        ],
        13_800,
      ),
    });
    expect(await screen.findByText('₹138.00')).toBeDefined();
    const list = within(screen.getByRole('heading', { name: 'Reward History' }).closest('section')!);
    expect(list.getByText('Referral')).toBeDefined();
    expect(list.getByText('Instalment 2 repaid on time')).toBeDefined();
    expect(list.getAllByText('HDFC Bank ending 4242')).toHaveLength(5);
    // The rule stays when there is something to show for it.
    expect(list.getByText(/0\.25% of every instalment .* at most ₹500 a month/)).toBeDefined();
    for (const state of ['Used', 'Expired', 'Taken back', 'On hold while a bank disputes the repayment'])
      expect(list.getByText(state)).toBeDefined();
    expect(list.getAllByText('Available')).toHaveLength(2);
  });

  test('SPEC-8: an error is said, and can be tried again', async () => {
    const { answers } = await open({ 'GET /rewards': problem(503, 'service_unavailable', 'Not now.') });
    expect(await screen.findByText('Error loading rewards')).toBeDefined();
    answers['GET /rewards'] = rewards([reward(2, {})], 1_300);
    await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0]!);
    expect(await screen.findByText('Instalment 2 repaid on time')).toBeDefined();
    expect(screen.queryByText('Error loading rewards')).toBeNull();
  });

  test('every kind of reward has a word for staff', () => {
    expect(Object.keys(codes.rewardKinds).toSorted()).toEqual([...REWARD_KINDS].toSorted());
  });
});
