/** Codes of telling that one cannot pay on time: part of the closed list in `errors.ts`. */
export const HARDSHIP_ERRORS = {
  hardship_too_early: {
    status: 409,
    retry: 'later',
    en: 'Nothing is overdue or due soon. You can tell us from 15 days before a due date.',
    hi: 'अभी कुछ भी बकाया या जल्द देय नहीं है। आप देय तारीख़ से 15 दिन पहले से बता सकते हैं।',
  },
  hardship_told_lately: {
    status: 409,
    retry: 'later',
    en: 'You told us so less than 90 days ago. Write to us: a person looks for a way with you.',
    hi: 'आपने यह 90 दिन के अंदर ही बताया था। हमें लिखें: हमारा एक व्यक्ति आपके साथ रास्ता खोजेगा।',
  },
  hardship_over: {
    status: 409,
    retry: 'never',
    en: 'This is over already. The person can tell us again, or write to us.',
    hi: 'यह पहले ही पूरा हो चुका है। व्यक्ति फिर बता सकते हैं, या हमें लिख सकते हैं।',
  },
  hardship_extension_day: {
    status: 422,
    retry: 'never',
    en: 'Choose a later day than now, and not beyond the longest there may be.',
    hi: 'अभी से बाद का दिन चुनें, पर सबसे लंबी अवधि के अंदर।',
  },
} as const;
