/** Codes of bank accounts: part of the closed list in `errors.ts`. */
export const BANK_ACCOUNT_ERRORS = {
  ifsc_not_found: {
    status: 404,
    retry: 'never',
    en: 'Invalid IFSC code',
    hi: 'IFSC कोड सही नहीं है',
  },
  bank_account_exists: {
    status: 409,
    retry: 'never',
    en: 'This bank account is already linked.',
    hi: 'यह बैंक खाता पहले से जुड़ा है।',
  },
  bank_account_limit: {
    status: 409,
    retry: 'never',
    en: 'You have linked as many bank accounts as you can. Remove one first.',
    hi: 'आप जितने बैंक खाते जोड़ सकते हैं, उतने जोड़ चुके हैं। पहले एक हटाएँ।',
  },
  bank_account_not_verified: {
    status: 409,
    retry: 'never',
    en: 'Only a verified bank account can be the default.',
    hi: 'केवल सत्यापित बैंक खाता ही मुख्य खाता बन सकता है।',
  },
  bank_account_checked: {
    status: 409,
    retry: 'never',
    en: 'Your bank has already answered about this account.',
    hi: 'इस खाते के बारे में आपका बैंक जवाब दे चुका है।',
  },
} as const;
