import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Rewards',
  subtitle: 'Rupees for repaying on time, and for friends',
  available: 'Available Rewards',
  availableNote: 'Used in a repayment, when you choose to.',
  share: {
    question: 'What do they pay of my next instalment?',
    answer: (amount: string, due: string, date: string) => `${amount} of ${due}, due ${date}`,
    little: 'less than 1%',
    use: 'Use them in this repayment',
  },
  coming: {
    title: 'Earned, on its way',
    text: 'You repaid in time. It is yours to use once that day is over.',
    instalment: (number: number) => `Instalment ${number}`,
    after: (date: string) => `counted after ${date}`,
  },
  history: {
    title: 'Reward History',
    loading: 'Loading rewards...',
    empty: 'No rewards earned yet. Pay bills to earn rewards!',
    payBill: 'Pay a bill',
    how: (percent: string, most: string) =>
      `You earn ${percent}% of every instalment you repay by its due date, at most ${most} a month. A payment keeps the rate it began with.`,
    failed: 'Error loading rewards',
    cashback: (number: number) => `Instalment ${number} repaid on time`,
    referral: 'Referral',
    returned: 'Returned reward',
    states: {
      available: 'Available',
      held: 'On its way',
      disputed: 'On hold while a bank disputes the repayment',
      used: 'Used',
      expired: 'Expired',
      clawed_back: 'Taken back',
    },
    card: (bank: string, last4: string) => `${bank} ending ${last4}`,
    until: (date: string) => `until ${date}`,
    from: (date: string) => `can be used from ${date}`,
  },
  useRewards: (amount: string) => `Use ${amount} of rewards`,
  usedAtOnce:
    'They are used as soon as the payment window opens, even if you close it without paying the rest.',
};

export type RewardsWords = typeof en;

export const useRewardsWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
