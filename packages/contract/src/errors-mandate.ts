/** Codes of autopay: part of the closed list in `errors.ts`. */
export const MANDATE_ERRORS = {
  mandate_exists: {
    status: 409,
    retry: 'never',
    en: 'Autopay is already set up for this payment.',
    hi: 'इस भुगतान के लिए ऑटोपे पहले से चालू है।',
  },
  mandate_above_upi_limit: {
    status: 409,
    retry: 'never',
    en: 'An instalment is above the limit of UPI AutoPay. Use your bank account instead.',
    hi: 'एक किस्त UPI AutoPay की सीमा से ज़्यादा है। इसके बजाय अपने बैंक खाते का उपयोग करें।',
  },
  mandate_needs_account: {
    status: 409,
    retry: 'never',
    en: 'Link and verify a bank account first.',
    hi: 'पहले एक बैंक खाता जोड़ें और सत्यापित करें।',
  },
} as const;
