/** Codes of repaying: part of the closed list in `errors.ts`. */
export const REPAYMENT_ERRORS = {
  payment_not_payable: {
    status: 409,
    retry: 'never',
    en: 'There is nothing to repay on this payment yet.',
    hi: 'इस भुगतान पर अभी चुकाने को कुछ नहीं है।',
  },
  cancellation_over: {
    status: 409,
    retry: 'never',
    en: 'The time for cancelling this payment is over. You can close it early instead; nothing is charged for that.',
    hi: 'इस भुगतान को रद्द करने का समय बीत गया है। आप इसे जल्दी बंद कर सकते हैं; उसका कोई शुल्क नहीं है।',
  },
  repayment_exceeds_outstanding: {
    status: 422,
    retry: 'never',
    en: 'This is more than you owe on this payment.',
    hi: 'यह इस भुगतान पर बकाया से ज़्यादा है।',
  },
  repayment_too_small: {
    status: 422,
    retry: 'never',
    en: 'The smallest amount you can pay is ₹1.',
    hi: 'कम से कम ₹1 चुकाना ज़रूरी है।',
  },
  repayment_not_confirmed: {
    status: 422,
    retry: 'never',
    en: 'We could not match this confirmation to the repayment.',
    hi: 'यह पुष्टि इस चुकौती से मेल नहीं खाती।',
  },
  credit_source_refused: {
    status: 422,
    retry: 'never',
    en: 'A repayment cannot come from a credit card or credit line.',
    hi: 'चुकौती क्रेडिट कार्ड या क्रेडिट लाइन से नहीं हो सकती।',
  },
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
