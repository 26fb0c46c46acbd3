/** Codes of what staff do about payments: part of the closed list in `errors.ts`. */
export const ADMIN_PAYMENT_ERRORS = {
  payment_not_at_rail: {
    status: 409,
    retry: 'never',
    en: 'This payment was never sent to the rail, so there is nothing to ask.',
    hi: 'यह भुगतान कभी रेल को भेजा नहीं गया, इसलिए पूछने को कुछ नहीं है।',
  },
  payment_outcome_known: {
    status: 409,
    retry: 'never',
    en: 'What became of this payment is known already, or the rail may still answer.',
    hi: 'इस भुगतान का नतीजा पहले से पता है, या रेल का जवाब अभी आ सकता है।',
  },
  debit_outcome_known: {
    status: 409,
    retry: 'never',
    en: 'What became of this debit is known already, or its bank may still answer.',
    hi: 'इस डेबिट का नतीजा पहले से पता है, या बैंक का जवाब अभी आ सकता है।',
  },
  nothing_to_refund: {
    status: 409,
    retry: 'never',
    en: 'Nothing waits to be sent back on this payment, or it is on its way already.',
    hi: 'इस भुगतान पर लौटाने को कुछ नहीं बचा है, या रकम पहले ही रास्ते में है।',
  },
} as const;
