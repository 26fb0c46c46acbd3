import type { ReferralRefusal } from '@mohlat/contract';

const refusals: Record<ReferralRefusal, string> = {
  known_person: 'No reward: your friend has been with us before.',
  same_bank_account: 'No reward: your friend’s bank account was linked by somebody before.',
  same_device: 'No reward: somebody had signed up on your friend’s device before.',
  monthly_limit: 'No reward: the most friends of one month were reached.',
  yearly_limit: 'No reward: the most for this financial year is reached.',
  payment_returned: 'Taken back: your friend’s payment was returned by the bank.',
  payment_cancelled: 'Taken back: your friend cancelled the payment.',
  fraud: 'Taken back: your friend’s account did not pass our checks.',
};

export const en = {
  title: 'Rewards',
  subtitle: 'Rupees for repaying on time, and for friends',
  available: 'Available Rewards',
  availableNote: 'Used in a repayment, when you choose to.',
  earnings: 'Total Referral Earnings',
  refer: {
    title: 'Refer & Earn',
    text: (amount: string) =>
      `${amount} for you when a friend completes KYC and has a first bill paid through your link.`,
    terms: (most: number) =>
      `At most ${most} friends a month. You can use it once your friend can no longer cancel that payment; it is taken back if the payment is cancelled or returned.`,
    code: 'Referral code',
    link: 'Referral link',
    copyCode: 'Copy the code',
    copyLink: 'Copy the link',
    codeCopied: 'Referral code copied to clipboard',
    linkCopied: 'Referral link copied to clipboard',
    share: 'Share',
    shareText: 'Mohlat pays your card bill today, you repay later.',
  },
  history: {
    title: 'Reward History',
    loading: 'Loading rewards...',
    empty: 'No rewards earned yet. Pay bills to earn rewards!',
    payBill: 'Pay a bill',
    how: (percent: string, most: string) =>
      `You earn ${percent}% of every instalment you repay by its due date, at most ${most} a month.`,
    failed: 'Error loading rewards',
    cashback: (number: number) => `Instalment ${number} repaid on time`,
    referral: 'Referral',
    returned: 'Returned reward',
    states: {
      available: 'Available',
      held: 'On its way',
      used: 'Used',
      expired: 'Expired',
      clawed_back: 'Taken back',
    },
    card: (bank: string, last4: string) => `${bank} ending ${last4}`,
    until: (date: string) => `until ${date}`,
    from: (date: string) => `can be used from ${date}`,
    more: 'Show more',
    morePending: 'Loading...',
  },
  friends: {
    title: 'Your friends',
    empty: 'Nobody has signed up with your link yet.',
    steps: { signedUp: 'Signed Up', kyc: 'KYC Done', payment: 'Payment Done', completed: 'Completed' },
    since: (date: string) => `signed up ${date}`,
    refusals,
  },
};

export type RewardsWords = typeof en;
