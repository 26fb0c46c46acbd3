/** Codes of paying a bill: part of the closed list in `errors.ts`. */
export const PAYMENT_ERRORS = {
  amount_exceeds_limit: {
    status: 422,
    retry: 'never',
    en: 'Please enter a valid amount within your credit limit',
    hi: 'अपनी क्रेडिट लिमिट के भीतर सही रकम लिखें',
  },
  amount_not_allowed: {
    status: 422,
    retry: 'never',
    en: 'The bank does not accept this amount for the bill.',
    hi: 'बैंक इस बिल के लिए यह रकम नहीं लेता।',
  },
  plan_not_available: {
    status: 422,
    retry: 'never',
    en: 'This plan is not on offer for this amount.',
    hi: 'इस रकम के लिए यह योजना उपलब्ध नहीं है।',
  },
  quote_expired: {
    status: 409,
    retry: 'never',
    en: 'The price changed while you were away. Check the new total.',
    hi: 'इस बीच कीमत बदल गई है। नई कुल रकम देख लें।',
  },
  quote_used: {
    status: 409,
    retry: 'never',
    en: 'This quote was already accepted.',
    hi: 'यह कोट पहले ही स्वीकार हो चुका है।',
  },
} as const;
