/** Codes of waivers, settlements and write-offs: part of the closed list in `errors.ts`. */
export const LOSS_ERRORS = {
  waiver_exceeds_due: {
    status: 422,
    retry: 'never',
    en: 'This is more than what is due of it now.',
    hi: 'यह उसकी अभी देय रकम से ज़्यादा है।',
  },
  settlement_not_lower: {
    status: 422,
    retry: 'never',
    en: 'The agreed sum must be lower than what is owed.',
    hi: 'तय रकम बकाया से कम होनी चाहिए।',
  },
  settlement_day: {
    status: 422,
    retry: 'never',
    en: 'Choose a day from today to 90 days ahead.',
    hi: 'आज से 90 दिन के भीतर का कोई दिन चुनें।',
  },
  settlement_exists: {
    status: 409,
    retry: 'never',
    en: 'A lower sum is already agreed for this payment.',
    hi: 'इस भुगतान के लिए कम रकम पहले ही तय है।',
  },
  write_off_too_early: {
    status: 409,
    retry: 'never',
    en: 'A loan can be written off from the 181st day past due on.',
    hi: 'ऋण देरी के 181वें दिन से ही बट्टे खाते में डाला जा सकता है।',
  },
} as const;
