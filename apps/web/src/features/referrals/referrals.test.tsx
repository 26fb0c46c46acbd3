// @vitest-environment jsdom
import { REFERRAL_REASONS, type Referral } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { en as codes } from '../../lib/admin/codes.words.ts';
import { toast } from '../../ui/toast.tsx';
import { Earnings, Referring } from './referring.tsx';

const friend = (index: number, more: Partial<Referral>): Referral => ({
  id: `0192ab34-0000-7000-8000-0000000001${index}0`,
  referredLabel: `User 0192ab3${index}`,
  createdAt: '2026-11-01T11:00:00Z',
  kycCompleted: false,
  paymentCompleted: false,
  rewardCredited: false,
  rewardAmountPaise: null,
  refusedReason: null,
  ...more,
});
const referrals = (items: readonly Referral[], totalEarningsPaise = 0): [number, object] => [
  200,
  {
    code: 'ABCD2345',
    link: 'https://mohlat.example/?ref=ABCD2345',
    totalEarningsPaise,
    rewardPaise: 12_500,
    monthlyMax: 10,
    items,
    nextCursor: null,
  },
];

async function open(answers: Answers = {}) {
  stubNetwork({ 'GET /referrals': referrals([]), ...answers });
  await openScreen({ path: '/dashboard/rewards', Component: Referring }, '/dashboard/rewards');
}

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('SPEC-4, SPEC-4.referral: a friend is at one of four steps, and the amount stands only when it is credited', async () => {
  await open({
    'GET /referrals': referrals(
      [
        friend(1, {}),
        friend(2, { kycCompleted: true }),
        friend(3, { kycCompleted: true, paymentCompleted: true, refusedReason: 'not_rewarded' }),
        friend(4, {
          kycCompleted: true,
          paymentCompleted: true,
          rewardCredited: true,
          rewardAmountPaise: 12_500,
        }),
      ],
      12_500,
    ),
  });
  const list = within((await screen.findByRole('heading', { name: 'Your friends' })).closest('section')!);
  for (const step of ['Signed Up', 'KYC Done', 'Payment Done', 'Completed'])
    expect(list.getByText(step)).toBeDefined();
  expect(list.getAllByText('₹125.00')).toHaveLength(1);
  expect(list.getByText('No reward for this friend.')).toBeDefined();
});

test.each([
  ['no reward', { rewardPaise: 0 }],
  ['no friend of a month', { monthlyMax: 0 }],
])('given %s on offer, then the card says so and promises nothing', async (_, terms) => {
  const [status, body] = referrals([]);
  await open({ 'GET /referrals': [status, { ...body, ...terms }] });
  expect(await screen.findByText('There is no reward for bringing a friend at the moment.')).toBeDefined();
  expect(screen.queryByText(/for you when a friend/)).toBeNull();
});

test('SPEC-2: given no friend yet, then the earnings and the card that stand beside rewards say so', async () => {
  stubNetwork({ 'GET /referrals': referrals([]) });
  const Component = () => (
    <>
      <dl>
        <Earnings />
      </dl>
      <Referring />
    </>
  );
  await openScreen({ path: '/dashboard/rewards', Component }, '/dashboard/rewards');
  const earnings = (await screen.findByText('Total Referral Earnings')).parentElement!;
  expect(await within(earnings).findByText('₹0.00')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Refer & Earn' })).toBeDefined();
  expect(await screen.findByText('Nobody has signed up with your link yet.')).toBeDefined();
});

test('SPEC-8, SPEC-2.share-link, SPEC-2.copy: code and link are copied with a word', async () => {
  const user = userEvent.setup();
  await open();
  await user.click(await screen.findByRole('button', { name: 'Copy the code' }));
  expect(await navigator.clipboard.readText()).toBe('ABCD2345');
  expect(await screen.findByText('Referral code copied to clipboard')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await navigator.clipboard.readText()).toBe('https://mohlat.example/?ref=ABCD2345');
  expect(await screen.findByText('Referral link copied to clipboard')).toBeDefined();
});

test('every reason for which a friend earns nothing has a word for staff', () => {
  expect(Object.keys(codes.referralRefusals).toSorted()).toEqual([...REFERRAL_REASONS].toSorted());
});

test('given a next page of friends that fails, the button says so', async () => {
  const [, first] = referrals([friend(1, {})]);
  await open({
    'GET /referrals': ({ path }) =>
      path.includes('cursor=')
        ? problem(500, 'internal', 'Broken.')
        : [200, { ...first, nextCursor: 'next' }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The next page did not come. Press once more.');
  expect(screen.getByRole('button', { name: 'Show more' })).toBeDefined();
});
