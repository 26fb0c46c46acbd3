/** Codes of the checks of a person: part of the closed list in `errors.ts`. */
export const KYC_ERRORS = {
  kyc_incomplete: {
    status: 409,
    retry: 'never',
    en: 'Complete your KYC to unlock credit limit.',
    hi: 'क्रेडिट लिमिट पाने के लिए KYC पूरा करें।',
  },
  kyc_locked: {
    status: 409,
    retry: 'never',
    en: 'This detail is already verified and cannot be changed here.',
    hi: 'यह जानकारी सत्यापित हो चुकी है, इसे यहाँ नहीं बदला जा सकता।',
  },
  identity_in_use: {
    status: 409,
    retry: 'never',
    en: 'This PAN is already verified on another account.',
    hi: 'यह PAN किसी दूसरे खाते पर सत्यापित है।',
  },
} as const;
