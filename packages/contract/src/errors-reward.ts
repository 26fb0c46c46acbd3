/** Codes of rewards: part of the closed list in `errors.ts`. */
export const REWARD_ERRORS = {
  reward_not_available: {
    status: 409,
    retry: 'never',
    en: 'One of these rewards was used, has expired, or is not yours.',
    hi: 'इनमें से कोई रिवॉर्ड इस्तेमाल हो चुका है, उसका समय बीत गया है, या वह आपका नहीं है।',
  },
  rewards_exceed_repayment: {
    status: 422,
    retry: 'never',
    en: 'Rewards are used whole. Choose fewer, or repay more.',
    hi: 'रिवॉर्ड पूरा ही इस्तेमाल होता है। कम चुनें, या ज़्यादा चुकाएँ।',
  },
} as const;
