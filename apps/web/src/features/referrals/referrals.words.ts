import type { ReferralRefusal } from '@mohlat/contract';
import { defineWords } from '../../lib/i18n.tsx';

const refusals: Record<ReferralRefusal, string> = {
  monthly_limit: 'No reward: the most friends of one month were reached.',
  yearly_limit: 'No reward: the most for this financial year is reached.',
  no_reward: 'No reward: there was none on offer when your friend took their first bill.',
  not_rewarded: 'No reward for this friend.',
};

export const en = {
  earnings: 'Total Referral Earnings',
  refer: {
    title: 'Refer & Earn',
    text: (amount: string) =>
      `${amount} for you when a friend completes KYC and has a first bill paid through your link.`,
    terms: (most: number) =>
      `At most ${most === 1 ? '1 friend' : `${most} friends`} a month. You can use it once your friend can no longer cancel that payment; it is taken back if the payment is cancelled or returned.`,
    none: 'There is no reward for bringing a friend at the moment.',
    code: 'Referral code',
    link: 'Referral link',
    copyCode: 'Copy the code',
    copyLink: 'Copy the link',
    codeCopied: 'Referral code copied to clipboard',
    linkCopied: 'Referral link copied to clipboard',
    share: 'Share',
    shareText: 'Mohlat pays your card bill today, you repay later.',
  },
  friends: {
    title: 'Your friends',
    empty: 'Nobody has signed up with your link yet.',
    steps: { signedUp: 'Signed Up', kyc: 'KYC Done', payment: 'Payment Done', completed: 'Completed' },
    since: (date: string) => `signed up ${date}`,
    refusals,
  },
};

export type ReferralsWords = typeof en;

export const useReferralsWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
